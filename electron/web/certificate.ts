import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { OwnFiles } from './own-files.ts';

/** Both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const fileName = 'tls.pem';
const dayMs = 24 * 60 * 60_000;
/** Browsers take no certificate for longer. */
const validDays = 397;
/** It is made anew when it is valid for no longer than this. */
const spareDays = 30;

/**
 * The server's own certificate: the one that was made before, so that a browser asks about it once, or a new one if that
 * expires or does not hold for every name.
 * @param names addresses and host names
 */
export async function ownCertificate(files: OwnFiles, names: readonly string[], now: number): Promise<Certificate> {
  const kept = files.read(fileName);
  if (kept !== undefined && holds(kept, names, now)) return { cert: kept, key: kept };
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Intray' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A clock that is a little late must not find it in the future.
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + (validDays - 1) * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  const text = `${made.cert.trim()}\n${made.private.trim()}\n`;
  files.write(fileName, text);
  return { cert: text, key: text };
}

/** SHA-256, as browsers show it. */
export function fingerprintOf({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256;
}

function holds(pem: string, names: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const lastsUntil = Date.parse(certificate.validTo) - spareDays * dayMs;
    return (
      lastsUntil > now &&
      names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined)
    );
  } catch {
    return false;
  }
}
