/** 120 documents through eleven kinds of trouble at the service, one of them poisoned and one that the service fails. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { makeFile } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, { delays: { queued: [500, 2_000], processing: [1_000, 20_000] } });
});
afterEach(() => scene.end());

/** Spread over the run, so that no document's answer is lost twice: that would be held for a person. */
const troubles = [
  ['the answer to an upload is lost', 'reset-after-whole,on=uploads,times=1,skip=2'],
  ['uploads break off half-way', 'reset-mid-body,on=uploads,times=2,skip=1'],
  ['connections are refused', 'refuse,times=3,skip=25'],
  ['a gateway answers', 'gateway:502,on=polls,times=3,skip=6'],
  ["the service's own 500", 'status:500,on=uploads+polls,times=3,skip=9'],
  ['a portal answers', 'portal,on=polls,times=2,skip=4'],
  ['a redirect comes', 'redirect:https://elsewhere.example/,on=polls,times=2,skip=8'],
  ['an answer cannot be read', 'garbage,on=polls,times=3,skip=11'],
  ['there are too many requests', '429:5,times=3,skip=15'],
  ['the key is rate-limited', '401-rate,times=2,skip=20'],
  ['a status comes that no one has heard of', 'unknown-status,times=6,skip=2'],
] as const;

it('118 are delivered, the poisoned one is rejected alone, and the failed one says so', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { unresolved: 'resend' });
  const names = Array.from({ length: 120 }, (_, index) => `scan${String(index).padStart(3, '0')}.pdf`);
  for (const [index, name] of names.entries()) {
    // One in ten is large: an upload that is cut half-way is cut before it is whole.
    await makeFile(join(folder.path, name), `content of ${name}`, index % 10 === 5 ? { size: 4 * 1024 * 1024 } : {});
  }
  for (const [, fault] of troubles) sandbox.faults.add(fault);
  sandbox.faults.add('poison:scan041.pdf');
  sandbox.faults.add('fail:scan077.pdf');
  sandbox.faults.add('shuffle');

  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
  expect(await run.ending()).toEqual({ kind: 'done' });
  expect(scene.clock.elapsed).toBeLessThan(hour);

  for (const { fault, applied } of sandbox.faults.list()) expect(applied, fault).toBeGreaterThan(0);
  expect(run.engine.status().balance).toEqual({
    found: 120,
    delivered: 118,
    duplicate: 0,
    rejected: 1,
    failed: 1,
    gone: 0,
    moving: 0,
  });
  expect(run.document('scan041.pdf').state).toEqual({
    kind: 'rejected',
    by: 'service',
    message: foreign('"scan041.pdf" cannot be processed.'),
  });
  expect(run.document('scan077.pdf').state).toMatchObject({ kind: 'failed', by: 'service' });

  const marked = new Set<string>();
  for (const name of names) {
    const json = scene.resultOf(folder, name);
    if (name === 'scan041.pdf' || name === 'scan077.pdf') {
      expect(json, name).toBeUndefined();
      continue;
    }
    expect(json, name).toMatchObject({ status: 'processed', extracted_data: { number: `content of ${name}` } });
    if (json?.possible_duplicate === true) marked.add(name);
  }
  // What the service has twice is marked, and nothing is there three times.
  const twice = names.filter((name) => sandbox.accepted(name) > 1);
  expect(twice.length).toBeGreaterThan(0);
  expect(twice.filter((name) => !marked.has(name) && name !== 'scan077.pdf')).toEqual([]);
  expect(names.filter((name) => sandbox.accepted(name) > 2)).toEqual([]);

  const rows = scene.tablesOf(folder);
  expect(rows).toHaveLength(118);
  expect(new Set(rows.map((row) => row.file)).size).toBe(118);
  for (const row of rows) {
    expect(row.number).toBe(`content of ${row.file}`);
    expect(row.possible_duplicate).toBe(marked.has(row.file ?? '') ? 'true' : '');
  }
});
