import { connect } from 'node:net';

const greetingTimeoutMs = 2_000;

/** The fifth byte of a server's first packet: the version of the protocol, or an error such as "too many connections". */
const firstBytes = [10, 255];

/**
 * Whether a MySQL or MariaDB server on the loopback port answers: it greets every client by itself, so no
 * account is needed to find out.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function greets(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    /** @param {boolean} answer */
    const finish = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(greetingTimeoutMs, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 5) finish(firstBytes.includes(received[4] ?? -1));
    });
  });
}
