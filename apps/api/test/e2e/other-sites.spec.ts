import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setUpConsole } from '../support/console-stage.js';

const stage = setUpConsole();

/** Serves one page from another site: `localhost` is not the site of `127.0.0.1`. */
const serveElsewhere = async (html: string) => {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The other site has no port.');
  return { url: `http://localhost:${address.port}/`, close: () => server.close() };
};

describe('a live session (T44)', () => {
  it('gives no effect to a form that another site posts', async () => {
    await stage.client.queues.put('attacked', {});
    const elsewhere = await serveElsewhere(
      `<form method="post" action="${stage.spool.url}/v1/queues/attacked/pause" enctype="text/plain"></form>
       <script>document.forms[0].submit()</script>`,
    );
    try {
      const { page } = await stage.open('/queues');
      const refused = page.waitForResponse((response) => response.url().endsWith('/attacked/pause'));

      await page.goto(elsewhere.url);

      expect((await refused).status()).toBeGreaterThanOrEqual(400);
      expect(await stage.client.queues.get('attacked')).toMatchObject({ paused: false });
    } finally {
      elsewhere.close();
    }
  });
});
