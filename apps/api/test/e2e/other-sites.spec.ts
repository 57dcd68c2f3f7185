import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { routes } from '@spool/contracts';
import { setUpConsole } from '../support/console-stage.js';
import { enqueue } from '../support/workload.js';

const stage = setUpConsole();

/** Not allowed, not there, or, where the path reads as that of one thing, no such id. */
const refusals = [400, 404, 405];

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
  it('changes nothing by GET, on any path that changes something', async () => {
    await stage.client.queues.put('watched', {});
    const id = await enqueue(stage.client, 'watched', { payload: 1 });
    const { page } = await stage.open('/queues');
    const changing = Object.values(routes).filter(({ method }) => method !== 'GET');
    const readable = new Set<string>(
      Object.values(routes).flatMap(({ method, path }) => (method === 'GET' ? [path] : [])),
    );
    const paths = changing.map(({ path }) => path).filter((path) => !readable.has(path));

    for (const path of paths) {
      const address = path
        .replace(':queue', 'watched')
        .replace(':id', id)
        .replace(/:\w+/, '0123456789abcdef');
      const { status } = await page.evaluate(async (url) => ({ status: (await fetch(url)).status }), address);
      expect([path, refusals.includes(status)]).toEqual([path, true]);
    }

    expect(paths.length).toBeGreaterThan(20);
    expect(await stage.client.queues.get('watched')).toMatchObject({ paused: false });
    expect(await stage.client.tasks.get(id)).toMatchObject({ state: 'ENQUEUED' });
  });

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
