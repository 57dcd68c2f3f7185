import { connect, type Socket } from 'node:net';

const connectTo = (url: string): Socket => {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port) });
};

/** Sends bytes as they stand and returns all that comes back until the connection ends; for what no HTTP client would send. */
export const sendRaw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectTo(url);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
    socket.write(bytes);
  });

/** Opens a connection, sends bytes and leaves it open; destroy the socket to hang up. */
export const openRaw = (url: string, bytes: string): Socket => {
  const socket = connectTo(url);
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
};
