import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lockable, type Policy, policySchema } from '../core/config/policy.ts';
import { type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { sameJson } from '../core/plain-data.ts';
import { err, ok, type Result } from '../core/result.ts';
import { notJson, readJson } from './json.ts';
import { problemsOf } from './schema-problems.ts';

export const noPolicy: Policy = { locked: [] };

/** Where an administrator puts the policy of a machine: a place that only they can write to. */
export function policyPath(platform: NodeJS.Platform, environment: Readonly<Record<string, string | undefined>>): string {
  if (platform === 'win32') return join(environment.ProgramData ?? 'C:\\ProgramData', 'Intray', 'policy.json');
  return platform === 'darwin' ? '/Library/Application Support/Intray/policy.json' : '/etc/intray/policy.json';
}

/** The policy in a file; without the file, one that sets nothing. Comments are accepted. Each problem names the file. */
export function readPolicy(file: string | undefined): Result<Policy, readonly Message[]> {
  if (file === undefined) return ok(noPolicy);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? ok(noPolicy) : err([say('configuration.inFile', { path: file, message: messageOf(error) })]);
  }
  const json = readJson(text, { comments: true });
  if (!json.ok) return err([notJson(file, json.error)]);
  const { value } = json.value;
  const parsed = policySchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return err(
    problemsOf(policySchema, value, parsed.error.issues).map((message) => say('configuration.inFile', { path: file, message })),
  );
}

/** What a policy sets. */
export function settingsOf({ locked: _, $schema: __, ...settings }: Policy): Readonly<Partial<Record<Lockable, unknown>>> {
  return settings;
}

/** Stored settings, not read yet, as the policy has them: with its values where there are none, and wherever it locks them. Pure. */
export function withPolicy(stored: unknown, policy: Policy): unknown {
  if (!isObject(stored)) return stored;
  const merged = Object.entries(settingsOf(policy)).map(([name, value]) => {
    const kept = policy.locked.includes(name as Lockable) ? undefined : stored[name];
    return [name, isObject(value) ? { ...value, ...(isObject(kept) ? kept : {}) } : (kept ?? value)] as const;
  });
  return { ...stored, ...Object.fromEntries(merged) };
}

/** Settings to store: without what the policy says anyway, so that they follow it when it changes. Pure. */
export function withoutPolicy(settings: object, policy: Policy): Readonly<Record<string, unknown>> {
  const said: Readonly<Record<string, unknown>> = settingsOf(policy);
  const own = Object.entries(settings).flatMap(([name, value]) => {
    const theirs = said[name];
    if (isObject(value) && isObject(theirs))
      return [[name, Object.fromEntries(Object.entries(value).filter(([part, each]) => !sameJson(each, theirs[part])))]];
    return sameJson(value, theirs) ? [] : [[name, value]];
  });
  return Object.fromEntries(own);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
