import { z } from 'zod';
import { createOneTimeSecrets, type OneTimeKind, type OneTimeSecrets } from './one-time-secrets.ts';
import { type OwnFiles, openOwnFiles } from './own-files.ts';

/** How the server on a data directory is found: by its own programs, and by a browser that is opened for it. */
const fileName = 'server.json';
/** A page that leads a browser to a link. */
export const openingPage = 'open.html';

const announcementSchema = z.object({ url: z.string(), pid: z.int() });

export function announce(files: OwnFiles, secrets: OneTimeSecrets, url: string) {
  files.write(fileName, `${JSON.stringify({ url, pid: process.pid })}\n`);
  return {
    link: () => linkTo(url, secrets.issue('link')),
    pageFor(link: string): string {
      files.write(
        openingPage,
        `<!doctype html>\n<meta charset="utf-8">\n<title>Intray</title>\n<meta http-equiv="refresh" content="0;url=${link}">\n<a href="${link}">Intray</a>\n`,
      );
      return files.path(openingPage);
    },
    /** Takes it back. */
    end(): void {
      files.remove(fileName);
      files.remove(openingPage);
    },
  };
}

/**
 * A link or a code for the server that runs on a data directory; undefined if none does.
 * @param pid the process that works in the data directory, if that is known
 */
export function issueFor(dataDirectory: string, kind: OneTimeKind, pid: number | undefined): string | undefined {
  const files = openOwnFiles(dataDirectory);
  const text = files.read(fileName);
  if (text === undefined) return undefined;
  const server = announcementSchema.parse(JSON.parse(text));
  if (pid !== undefined && server.pid !== pid) return undefined;
  const secret = createOneTimeSecrets(files).issue(kind);
  return kind === 'link' ? linkTo(server.url, secret) : secret;
}

/** What stands after the `#` stays in the browser: neither servers nor proxies see it. */
function linkTo(url: string, token: string): string {
  return `${url}#link=${token}`;
}
