import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { Barrage, faultOf } from '../support/barrage.js';
import { hostileValues, mutationsOf } from '../support/hostile-values.js';
import { catalogue, sampleAddress, withBody } from '../support/route-catalogue.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { makeTwoOfEverything } from '../support/two-of-everything.js';

const spool = setUpSpool({ atEnd: expectCleanAudit });

beforeAll(async () => {
  await makeTwoOfEverything(new TaskCalls(spool.call));
});

const notJson = ['', '{', '{"a":}', '[[[', 'nul', '"', '{"a":1}{"b":2}', '\uFEFF{}', '{"a":NaN}', '\u0000'];
const notText = [[0xff], [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d], [0x1f, 0x8b, 0x08, 0]];
const contentTypes = [
  null,
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;=',
  '/',
  'a'.repeat(2_000),
];

describe('The sample requests', () => {
  it.each(catalogue)('$name is right but for what a test breaks', async ({ name, route, sample }) => {
    const answer = await spool.call(route.method, sampleAddress({ name, route, sample }), sample.body);
    expect([faultOf(answer), answer.status === 400]).toEqual([null, false]);
  });
});

describe('No body gets a 500', () => {
  it.each(withBody)('$name: members of wrong types, missing, unknown, huge', async (entry) => {
    const barrage = new Barrage(spool.call);
    const target = { method: entry.route.method, address: sampleAddress(entry) };
    const headers = { 'content-type': 'application/json' };
    for (const [place, body] of mutationsOf(entry.sample.body))
      await barrage.send({ ...target, what: `body${place}`, body: JSON.stringify(body), headers });
    const { faults, statuses } = await barrage.report();
    expect(faults).toEqual([]);
    expect(statuses.get(400)).toBeGreaterThan(hostileValues.length / 2);
  });

  it.each(withBody)('$name: what is no JSON, or not called so', async (entry) => {
    const barrage = new Barrage(spool.call);
    const target = { method: entry.route.method, address: sampleAddress(entry) };
    for (const body of notJson) await barrage.send({ ...target, what: JSON.stringify(body), body });
    for (const bytes of notText)
      await barrage.send({ ...target, what: String(bytes), body: new Uint8Array(bytes) });
    const body = JSON.stringify(entry.sample.body);
    for (const contentType of contentTypes)
      await barrage.send({
        ...target,
        what: `as ${contentType}`,
        body,
        headers: { 'content-type': contentType },
      });
    await barrage.send({ ...target, what: 'as gzip', body, headers: { 'content-encoding': 'gzip' } });
    const { faults } = await barrage.report();
    expect(faults).toEqual([]);
  });
});
