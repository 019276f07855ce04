import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, configSchema } from '../core/config/folder-settings.ts';
import { err, ok, type Result } from '../core/result.ts';
import { findJsonProblem } from './json-problem.ts';
import { problemsOf } from './messages.ts';
import { expandPath, findOverlap, type PathContext } from './paths.ts';

/** Sentences, each naming the file and the place in it. At least one. */
export type ConfigProblems = readonly string[];

/** Reads the config file of `intray watch`: folder paths come out absolute, every setting is there. */
export async function readConfig(file: string, context: Omit<PathContext, 'directory'>): Promise<Result<Config, ConfigProblems>> {
  const parsed = await parseFile(file);
  return parsed.ok ? resolveFolders(parsed.value, file, { ...context, directory: dirname(file) }) : parsed;
}

/** The same, without a word on folders that overlap: for who looks what is wrong with them. */
export async function loadConfig(file: string, context: Omit<PathContext, 'directory'>): Promise<Result<Config, ConfigProblems>> {
  const parsed = await parseFile(file);
  return parsed.ok ? ok(withAbsolutePaths(parsed.value, { ...context, directory: dirname(file) })) : parsed;
}

async function parseFile(file: string): Promise<Result<Config, ConfigProblems>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return err([unreadable(file, error)]);
  }
  return parseConfig(decode(bytes), file);
}

/** Text to settings; `file` only stands in the messages. Pure. */
export function parseConfig(text: string, file: string): Result<Config, ConfigProblems> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = findJsonProblem(text);
    const where = problem === undefined ? '' : ` at line ${problem.line}, column ${problem.column}`;
    return err([
      `${file} is not valid JSON${where}: ${problem?.message ?? (error instanceof Error ? error.message : String(error))}.`,
    ]);
  }
  const parsed = configSchema.safeParse(value);
  return parsed.success
    ? ok(parsed.data)
    : err(problemsOf(configSchema, value, parsed.error.issues).map((problem) => `${file}: ${ended(problem)}`));
}

/** Folder paths made absolute, against the config file's directory; two that overlap are refused. Pure. */
export function resolveFolders(config: Config, file: string, context: PathContext): Result<Config, ConfigProblems> {
  const absolute = withAbsolutePaths(config, context);
  const problem = overlapProblem(
    absolute.folders.map(({ path }) => path),
    context.platform,
  );
  return problem === undefined ? ok(absolute) : err([`${file}: ${problem}`]);
}

function withAbsolutePaths(config: Config, context: PathContext): Config {
  return { ...config, folders: config.folders.map((folder) => ({ ...folder, path: expandPath(folder.path, context) })) };
}

/** Why these folders cannot be watched together; undefined if they can. Absolute paths. Pure. */
export function overlapProblem(paths: readonly string[], platform: NodeJS.Platform): string | undefined {
  const overlap = findOverlap(paths, platform);
  if (overlap === undefined) return undefined;
  const outer = `folders[${overlap.outer}] (${paths[overlap.outer]})`;
  const inner = `folders[${overlap.inner}]`;
  return paths[overlap.inner] === paths[overlap.outer]
    ? `${outer} and ${inner} are the same folder; a folder has one route.`
    : `${inner} (${paths[overlap.inner]}) lies inside ${outer}; watch the outer one alone, or folders that lie side by side.`;
}

/** UTF-8 with or without a byte order mark, and the UTF-16 that some Windows editors write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

function unreadable(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no config file at ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder; --config takes a JSON file.`;
  if (code === 'EACCES' || code === 'EPERM') return `The config file ${file} may not be read by this user.`;
  return `The config file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
