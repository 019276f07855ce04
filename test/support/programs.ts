/**
 * Tests of the real thing need programs that a machine may not have. Such a test is skipped by name there; where
 * `INTRAY_REQUIRE_ALL` is set (CI installs everything) it fails instead, so that nothing is skipped unnoticed.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { it, type TestContext } from 'vitest';

type TestBody = (context: TestContext) => void | Promise<void>;

/** Whether a program can be found on the PATH and run. */
export function hasProgram(name: string): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.some((directory) => endings.some((ending) => isExecutable(join(directory, name + ending))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A test that runs programs of the machine: `itWith('rsync', 'takes what rsync wrote', …)`, or a list of them. */
export function itWith(programs: string | readonly string[], name: string, body: TestBody, timeout?: number): void {
  const missing = [programs].flat().filter((program) => !hasProgram(program));
  itUnlessMissing(missing.length === 0 ? undefined : missing.join(', '), name, body, timeout);
}

/**
 * A test that needs something which may not be there.
 * @param missing what is not there, for people; undefined if all is there
 */
export function itUnlessMissing(
  missing: string | undefined,
  name: string,
  body: TestBody,
  timeout?: number,
  strict = requireAll,
): void {
  if (missing === undefined) it(name, body, timeout);
  else if (strict()) {
    it(name, () => {
      throw new Error(`This machine has no ${missing}, and nothing may be skipped here.`);
    });
  } else it.skip(`${name} (needs ${missing})`, body);
}

function requireAll(): boolean {
  return isSet('INTRAY_REQUIRE_ALL');
}

export function isSet(variable: string): boolean {
  return !['', '0', undefined].includes(process.env[variable]);
}
