import type { Socket } from 'node:net';

/** Resets a connection. One that has begun to end can no longer be reset, and would stay: it is closed. */
export const resetSocket = (socket: Socket): void => {
  if (socket.destroyed) return;
  if (socket.writableEnded || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
};
