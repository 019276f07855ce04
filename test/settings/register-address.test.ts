import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { parseConfig } from '../../electron/settings/config.ts';
import { inboxProblem } from '../../electron/workspace/folders/inbox-check.ts';

const folders = [{ path: '/scans', inbox: 'office', route: { kind: 'extraction', id: 'a' } }];
const said = (register: string) => {
  const parsed = parseConfig(JSON.stringify({ register, folders }), 'intray.json');
  return parsed.ok ? parsed.value.register : inEnglish(parsed.error[0] ?? { code: 'register.left', values: {} });
};

describe('The register in a config file', () => {
  it('is an address without a password', () => {
    expect(said('postgres://db.example.com/intray')).toBe('postgres://db.example.com/intray');
    expect(said('postgres://front@[::1]:5433/intray?sslmode=verify-full')).toBe(
      'postgres://front@[::1]:5433/intray?sslmode=verify-full',
    );
    for (const address of ['postgres://front:hunter2@db.example.com/intray', 'postgres://:hunter2@db.example.com/intray']) {
      expect(said(address)).toContain('register must be without a password');
      expect(said(address)).not.toContain('hunter2');
    }
    for (const address of ['db.example.com', 'mysql://db.example.com/intray', 'postgres://db.example.com', 'postgres:///intray'])
      expect(said(address)).toContain('register must be the address of a register');
  });

  it('is needed by an inbox, and each inbox is one folder', () => {
    const [front, back] = [
      { path: '/a', inbox: 'office' },
      { path: '/b', inbox: 'office' },
    ];
    expect(inboxProblem([front, { path: '/c' }], true)).toBeUndefined();
    expect(inboxProblem([{ path: '/c' }], false)).toBeUndefined();
    expect(inboxProblem([front], false)).toMatchObject({ code: 'configuration.inboxAlone', values: { path: '/a' } });
    expect(inboxProblem([front, back], true)).toMatchObject({ code: 'configuration.sameInbox', values: { second: '/b' } });
  });
});
