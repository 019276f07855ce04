import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerLimits, decodedText, defaultTimeouts, plainAnswers } from '../../electron/service/transport.ts';
import { clientOf, failureOf, startService } from './support.ts';

const text = 'größer '.repeat(50);
const plain = Buffer.from(text);

describe('The text of an answer', () => {
  it.each<[string | undefined, Buffer]>([
    [undefined, plain],
    ['', plain],
    ['identity', plain],
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['deflate, gzip', gzipSync(deflateSync(plain))],
    [' br , identity,gzip ', gzipSync(brotliCompressSync(plain))],
    // Not as it says.
    ['gzip', plain],
    ['br', plain],
    ['zstd', plain],
    [undefined, Buffer.concat([Buffer.from('\ufeff'), plain])],
  ])('is what was meant, whatever its encoding: %s', async (encoding, body) => {
    expect(await decodedText(body, encoding, plain.length)).toBe(text);
  });

  it.each(['gzip', 'deflate', 'br', undefined])('of nothing is nothing: %s', async (encoding) => {
    expect(await decodedText(Buffer.alloc(0), encoding, 5)).toBe('');
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
  ])('is bounded, to the byte, once it is decoded: %s', async (encoding, body) => {
    expect(await decodedText(body, encoding, plain.length - 1)).toBeUndefined();
    expect(await decodedText(body, encoding, plain.length)).toBe(text);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
  ])('is as much as came, where it was cut off: %s', async (encoding, body) => {
    const begun = await decodedText(body.subarray(0, -9), encoding, 1_000);
    expect(begun).not.toBe('');
    expect(text.startsWith(begun?.replace('\ufffd', '') ?? '-')).toBe(true);
  });
});

it('An answer is waited for as long as a service may take, and asked for as it is', () => {
  expect(defaultTimeouts).toEqual({
    ...{ connect: 10_000, answer: 60_000, uploadAnswer: 300_000 },
    ...{ answerIdle: 60_000, answerWhole: 300_000, sendIdle: 120_000 },
  });
  expect(plainAnswers).toEqual({ 'accept-encoding': 'identity' });
  expect(answerLimits).toEqual({ good: 67_108_864, bad: 262_144 });
});

it('An error is read up to its limit, to the byte', async () => {
  const bodyOf = (length: number) => `{"error":"${'x'.repeat(length - 12)}"}`;
  const service = await startService((_, index) => ({ status: 400, body: bodyOf(answerLimits.bad + index) }));
  const client = clientOf(service.url);
  const said = async () => {
    const { message } = failureOf(await client.getBatchResults('e', 'b'));
    return message.code === 'common.foreign' && String(message.values.text).startsWith('xxx');
  };
  expect([await said(), await said()]).toEqual([true, false]);
});
