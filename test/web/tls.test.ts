import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownCertificate } from '../../electron/web/certificate.ts';
import { openOwnFiles } from '../../electron/web/own-files.ts';
import { Scene } from '../support/scene.ts';
import { startTestHost, type TestHost } from './web-host.ts';

const dayMs = 24 * 60 * 60_000;

describe('Its own certificate', () => {
  let scene: Scene;
  const make = (names: readonly string[], now = Date.now()) => ownCertificate(openOwnFiles(scene.root), names, now);
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.end());

  it('holds for every name and address, for no longer than browsers take it, and its key is for its owner', async () => {
    const { cert, key } = await make(['attic', 'attic.local', '192.168.1.5', 'fe80::1']);
    const certificate = new X509Certificate(cert);
    expect(['attic', 'attic.local', 'other'].map((name) => certificate.checkHost(name))).toEqual([
      'attic',
      'attic.local',
      undefined,
    ]);
    expect(['192.168.1.5', 'fe80::1', '192.168.1.6'].map((address) => certificate.checkIP(address))).toEqual([
      '192.168.1.5',
      'fe80::1',
      undefined,
    ]);
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBeLessThanOrEqual(398 * dayMs);
    expect(key).toContain('PRIVATE KEY');
    expect(statSync(join(scene.root, 'web', 'tls.pem')).mode & 0o777).toBe(0o600);
  });

  it('stays the same while it holds, so that a browser asks once', async () => {
    const first = await make(['attic', '127.0.0.1']);
    expect(await make(['attic'])).toEqual(first);
    expect(await make(['attic', 'cellar'])).not.toEqual(first);
    const second = await make(['attic', 'cellar']);
    expect(await make(['attic'], Date.now() + 360 * dayMs)).toEqual(second);
    expect(await make(['attic'], Date.now() + 367 * dayMs)).not.toEqual(second);
  });
});

describe('A server that other computers can reach', () => {
  let host: TestHost;
  afterEach(() => host.remove());

  /** One encrypted request, with the fingerprint of the certificate that came. */
  function ask(
    headers: Readonly<Record<string, string>>,
    path = '/',
    body?: string,
  ): Promise<{ status: number; seen: string; body: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ host: '127.0.0.1', port: host.port, path, method: body === undefined ? 'GET' : 'POST', agent: false },
          ...{ headers: { 'content-type': 'application/json', ...headers }, rejectUnauthorized: false },
        },
        (response) => {
          const seen = (response.socket as TLSSocket).getPeerCertificate().fingerprint256;
          let text = '';
          response.on('data', (bytes: Buffer) => {
            text += bytes.toString('utf8');
          });
          response.once('end', () => resolve({ status: response.statusCode ?? 0, seen, body: text }));
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }
  const tokenIn = (link: string) => JSON.stringify({ token: link.slice(link.indexOf('#link=') + 6) });

  it('encrypts, with the certificate whose fingerprint it prints, and only a page of https may ask', async () => {
    host = await startTestHost({ tls: 'own' });
    expect(host.url).toBe(`https://127.0.0.1:${host.port}/`);
    const page = await ask({});
    expect([page.status, page.seen]).toEqual([200, host.fingerprint]);
    expect(host.link().startsWith(`${host.url}#link=`)).toBe(true);
    const body = tokenIn(host.link());
    expect((await ask({ origin: `http://127.0.0.1:${host.port}` }, '/api/sign-in', body)).status).toBe(403);
    expect((await ask({ origin: `https://127.0.0.1:${host.port}` }, '/api/sign-in', body)).status).toBe(200);
    await expect(host.ask()).rejects.toThrow();
  });

  it('encrypts with a certificate that is given', async () => {
    const scene = new Scene();
    const given = await ownCertificate(openOwnFiles(scene.root), ['127.0.0.1'], Date.now());
    await scene.end();
    host = await startTestHost({ tls: given });
    expect((await ask({})).seen).toBe(new X509Certificate(given.cert).fingerprint256);
    expect(host.fingerprint).toBeUndefined();
    expect(() => readFileSync(join(host.root, 'data', 'web', 'tls.pem'))).toThrow();
  });

  it('behind a proxy answers the pages of its public address, whatever Host header comes, and of no other', async () => {
    host = await startTestHost({ publicUrl: 'https://intray.example/scans/' });
    const link = host.link();
    expect(link.startsWith('https://intray.example/scans/#link=')).toBe(true);
    const signIn = (headers: Readonly<Record<string, string>>) =>
      host.ask({
        ...{ method: 'POST', path: '/api/sign-in', body: tokenIn(host.link()) },
        headers: { 'content-type': 'application/json', ...headers },
      });
    const own = `127.0.0.1:${host.port}`;
    const statuses = async (origin: string) =>
      Promise.all([own, 'intray.example', 'evil.example'].map(async (name) => (await signIn({ host: name, origin })).status));
    expect(await statuses('https://intray.example')).toEqual([200, 200, 403]);
    expect(await statuses(`http://${own}`)).toEqual([200, 403, 403]);
    expect(await statuses('http://intray.example')).toEqual([403, 403, 403]);
    expect(await statuses('https://evil.example')).toEqual([403, 403, 403]);
  });
});
