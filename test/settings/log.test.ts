import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../electron/settings/log.ts';
import { createRedaction } from '../../electron/settings/redact.ts';

describe('redaction', () => {
  const secret = 'k"ey/+with=odd\\signs';

  it.each<[string, string]>([
    ['as it is', `the key ${secret} was used`],
    ['in JSON', JSON.stringify({ deep: [{ header: `x ${secret}` }] })],
    ['in JSON in JSON', JSON.stringify({ text: JSON.stringify({ secret }) })],
    ['in a URL', `https://a.example/?key=${encodeURIComponent(secret)}&x=1`],
    ['in base64', `Basic ${Buffer.from(secret).toString('base64')}`],
  ])('takes a secret out: %s', (_, text) => {
    const redaction = createRedaction();
    redaction.hide(secret);
    const clean = redaction.clean(text);
    expect(clean).toContain('[hidden]');
    for (const spelling of [secret, 'with=odd', encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      expect(clean).not.toContain(spelling);
    }
  });

  it('removes whatever follows Bearer, even an unknown key', () => {
    expect(createRedaction().clean('{"authorization":"Bearer someone-elses"}')).toBe('{"authorization":"Bearer [hidden]"}');
  });

  it('hides both of two overlapping secrets, the longer one entirely', () => {
    const redaction = createRedaction();
    redaction.hide('abcdef');
    redaction.hide('abcdefghi');
    expect(redaction.clean('abcdefghi abcdef')).toBe('[hidden] [hidden]');
  });

  it('leaves all other text alone', () => {
    const redaction = createRedaction();
    redaction.hide(secret);
    redaction.hide('');
    expect(redaction.clean('{"msg":"scan0001.pdf was delivered"}')).toBe('{"msg":"scan0001.pdf was delivered"}');
  });
});

describe('the log', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intray-log-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is one JSON object per line, with time, level, message and details', async () => {
    const log = openLog({ dataDirectory: directory, redaction: createRedaction() });
    log.info('begun', { mode: 'run' });
    log.warn('slow');
    await log.close();
    const lines = (await readFile(join(directory, 'logs', 'intray.log'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), mode: 'run', msg: 'begun' },
      { level: 'warn', time: expect.any(String), msg: 'slow' },
    ]);
  });

  it('contains no secret, wherever it was put', async () => {
    const redaction = createRedaction();
    redaction.hide('sesame-open');
    const log = openLog({ dataDirectory: directory, redaction });
    const error = new Error('refused sesame-open');
    log.error('failed: sesame-open', { error: error.stack, nested: { headers: ['Bearer sesame-open'] } });
    await log.close();
    const text = await readFile(log.file, 'utf8');
    expect(text).not.toContain('sesame-open');
    expect(text).toContain('[hidden]');
  });

  it('omits debug lines by default', async () => {
    const quiet = openLog({ dataDirectory: directory, redaction: createRedaction() });
    quiet.debug('detail');
    await quiet.close();
    expect(await readFile(quiet.file, 'utf8').catch(() => '')).toBe('');
    const verbose = openLog({ dataDirectory: directory, redaction: createRedaction(), level: 'debug' });
    verbose.debug('detail');
    await verbose.close();
    expect(await readFile(verbose.file, 'utf8')).toContain('detail');
  });

  it('continues where it ended, and is bounded in size and number', async () => {
    const options = { dataDirectory: directory, redaction: createRedaction(), size: '4K', keep: 2 } as const;
    for (let round = 0; round < 8; round += 1) {
      const log = openLog(options);
      for (let line = 0; line < 20; line += 1) log.info(`round ${round} line ${line}`, { filler: 'x'.repeat(100) });
      await log.close();
    }
    const logs = join(directory, 'logs');
    const names = (await readdir(logs)).sort();
    expect(names).toEqual(['intray.1.log', 'intray.2.log', 'intray.log']);
    for (const name of names) expect((await stat(join(logs, name))).size).toBeLessThan(8_192);
    expect(await readFile(join(logs, 'intray.log'), 'utf8').then((text) => text + names)).toMatch(/round [67]/);
  });

  it.runIf(process.platform !== 'win32')('is for its owner alone', async () => {
    const log = openLog({ dataDirectory: directory, redaction: createRedaction() });
    log.info('begun');
    await log.close();
    expect((await stat(log.file)).mode & 0o077).toBe(0);
    expect((await stat(join(directory, 'logs'))).mode & 0o077).toBe(0);
    await chmod(log.file, 0o644);
    await chmod(join(directory, 'logs'), 0o755);
    const again = openLog({ dataDirectory: directory, redaction: createRedaction() });
    expect((await stat(log.file)).mode & 0o077).toBe(0);
    expect((await stat(join(directory, 'logs'))).mode & 0o077).toBe(0);
    await again.close();
  });
});
