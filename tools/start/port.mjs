import { createServer } from 'node:net';

/**
 * Finds out before anything is started whether the API will be able to listen. What is no port number is left to
 * the API, which says all that is wrong with its settings at once.
 *
 * @param {string} host
 * @param {string} portText
 * @returns {Promise<string | undefined>} what is wrong, in a sentence that says what to do
 */
export function findPortTrouble(host, portText) {
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(describe(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
function describe(error, host, port) {
  switch (error.code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} on ${host} is taken, perhaps by a Spool that already runs. ` +
        `Stop what listens there, or choose another port: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`
      );
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user. Choose another one: PORT=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine. 127.0.0.1 serves this machine alone, 0.0.0.0 all others too.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}
