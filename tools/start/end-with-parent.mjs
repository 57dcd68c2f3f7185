/**
 * Loaded into the API's process before the API: when `npm start` is killed without a chance to stop the API, the
 * channel between them closes, and the API stops by itself instead of holding its port for ever.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
