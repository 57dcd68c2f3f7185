import { setTimeout as pause } from 'node:timers/promises';
import { pageOf, taskDetail, taskSummary, type TaskDetail, type TaskSummary } from '@spool/contracts';
import type { Installation } from '../installation/installation.js';

const page = pageOf(taskSummary);

/** The service may be busy with what was done to it: a 503 asks to come again. */
const patienceMs = 30_000;
const pauseMs = 100;

/** Looks at an installation without being part of its history. */
export class Reading {
  constructor(private readonly installation: Pick<Installation, 'size' | 'urlOf' | 'credentials'>) {}

  /** All tasks of a queue, in one state or in any. */
  async tasks(queue: string, state?: TaskSummary['state']): Promise<TaskSummary[]> {
    const found: TaskSummary[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ queue, limit: '200' });
      if (state !== undefined) query.set('state', state);
      if (cursor !== null) query.set('cursor', cursor);
      const { items, nextCursor } = page.parse(await this.get(`/v1/tasks?${query.toString()}`));
      found.push(...items);
      cursor = nextCursor;
    } while (cursor !== null);
    return found;
  }

  /** A task with its payload and attempts; null when it is gone. */
  async task(id: number): Promise<TaskDetail | null> {
    const body = await this.get(`/v1/tasks/${id}`);
    return body === null ? null : taskDetail.parse(body);
  }

  /** Creates a queue, or replaces its configuration. */
  async putQueue(queue: string, configuration: object): Promise<void> {
    await this.send('PUT', `/v1/queues/${queue}`, configuration);
  }

  private get(path: string): Promise<unknown> {
    return this.send('GET', path);
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const deadlineMs = performance.now() + patienceMs;
    let response = await this.ask(method, path, body);
    while (response.status === 503 && performance.now() < deadlineMs) {
      await response.body?.cancel();
      await pause(pauseMs);
      response = await this.ask(method, path, body);
    }
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }

  private async ask(method: string, path: string, body?: object): Promise<Response> {
    const index = Array.from({ length: this.installation.size }, (_, at) => at).find(
      (at) => this.installation.urlOf(at) !== null,
    );
    const url = index === undefined ? null : this.installation.urlOf(index);
    if (url === null) throw new Error('No replica runs.');
    return await fetch(`${url}${path}`, {
      method,
      headers: { ...this.installation.credentials, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
