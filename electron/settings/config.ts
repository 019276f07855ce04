import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { configSchema, type WrittenConfig } from '../core/config/config-file.ts';
import { hooksAt } from '../core/config/hooks.ts';
import { type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { errorCode } from '../core/plain-data.ts';
import { err, ok, type Result } from '../core/result.ts';
import { notJson, readJson } from './json.ts';
import { expandPath, findOverlap, type PathContext } from './paths.ts';
import { problemsOf } from './schema-problems.ts';

/** Each names the file and the position in it. At least one. */
type ConfigProblems = readonly Message[];

/**
 * Reads the config file of `intray watch`. Folder paths become absolute, and every setting has a value; names of extractions stay as
 * they are written.
 */
export async function readConfig(
  file: string,
  context: Omit<PathContext, 'directory'>,
): Promise<Result<WrittenConfig, ConfigProblems>> {
  const parsed = await readJsonFile(file, configSchema);
  return parsed.ok ? resolveFolders(parsed.value, file, { ...context, directory: dirname(file) }) : parsed;
}

/** The same, but folders may overlap: for commands that only examine them. */
export async function loadConfig(
  file: string,
  context: Omit<PathContext, 'directory'>,
): Promise<Result<WrittenConfig, ConfigProblems>> {
  const parsed = await readJsonFile(file, configSchema);
  return parsed.ok ? ok(withAbsolutePaths(parsed.value, { ...context, directory: dirname(file) })) : parsed;
}

/** What a file of JSON holds, with comments and trailing commas where people like; a problem names each member that is wrong. */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<Result<z.output<Schema>, ConfigProblems>> {
  try {
    return parseJson(decode(await readFile(file)), file, schema);
  } catch (error) {
    return err([unreadable(file, error)]);
  }
}

/** Text to what its schema says; `file` is for the messages only. Pure. */
export function parseJson<Schema extends z.ZodType>(
  text: string,
  file: string,
  schema: Schema,
): Result<z.output<Schema>, ConfigProblems> {
  const json = readJson(text, { comments: true });
  if (!json.ok) return err([notJson(file, json.error)]);
  const { value } = json.value;
  const parsed = schema.safeParse(value);
  return parsed.success
    ? ok(parsed.data)
    : err(problemsOf(schema, value, parsed.error.issues).map((message) => inFile(file, message)));
}

/** Folder paths become absolute, relative to the config file's directory; overlapping folders are refused. Pure. */
export function resolveFolders(config: WrittenConfig, file: string, context: PathContext): Result<WrittenConfig, ConfigProblems> {
  const absolute = withAbsolutePaths(config, context);
  const problem = overlapProblem(
    absolute.folders.map(({ path }) => path),
    context.platform,
  );
  const stray = Object.keys(absolute.hooks?.folders ?? {}).find((path) =>
    absolute.folders.every((folder) => folder.path !== path),
  );
  if (stray !== undefined) return err([inFile(file, say('configuration.hookFolder', { path: stray }))]);
  return problem === undefined ? ok(absolute) : err([inFile(file, problem)]);
}

function withAbsolutePaths(config: WrittenConfig, context: PathContext): WrittenConfig {
  const { folders, hooks } = config;
  return {
    ...config,
    folders: folders.map((folder) => ({ ...folder, path: expandPath(folder.path, context) })),
    ...(hooks !== undefined && { hooks: hooksAt(hooks, (path) => expandPath(path, context)) }),
  };
}

/** Why these folders cannot be watched together; undefined if they can. Absolute paths. Pure. */
export function overlapProblem(paths: readonly string[], platform: NodeJS.Platform): Message | undefined {
  const overlap = findOverlap(paths, platform);
  if (overlap === undefined) return undefined;
  const [outer, inner] = [`folders[${overlap.outer}]`, `folders[${overlap.inner}]`];
  const [outerPath = '', innerPath = ''] = [paths[overlap.outer], paths[overlap.inner]];
  return innerPath === outerPath
    ? say('configuration.sameFolder', { first: outer, path: outerPath, second: inner })
    : say('configuration.folderInside', { inner, innerPath, outer, outerPath });
}

/** UTF-8 with or without a byte order mark, and the UTF-16 that some Windows editors write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** What is wrong with a file, with its path. Pure. */
export function inFile(path: string, message: Message): Message {
  return say('configuration.inFile', { path, message });
}

function unreadable(path: string, error: unknown): Message {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return say('configuration.noFile', { path });
  if (code === 'EISDIR') return say('configuration.isFolder', { path });
  if (code === 'EACCES' || code === 'EPERM') return say('configuration.mayNotRead', { path });
  return say('configuration.unreadable', { path, message: messageOf(error) });
}
