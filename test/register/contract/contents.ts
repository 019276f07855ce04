import { createHash } from 'node:crypto';
import type { ContentKey } from '../../../electron/register/register.ts';

/** A content that no other test has claimed. */
export function content(name: string, route = 'extraction:invoices'): ContentKey {
  return { origin: 'https://api.example.com', route, sha256: createHash('sha256').update(name).digest('hex') };
}
