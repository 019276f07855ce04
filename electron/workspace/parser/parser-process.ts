/**
 * The script of the process that reads strangers' documents, for `parser.ts`: what it opens may be made to take all time and
 * memory there is. It is given bytes, or a file to read, and an empty environment, and
 * answers with text.
 */
import { Worker } from 'node:worker_threads';
import { starter } from '../../process.ts';
import { docxText } from '../../sandbox/reading/docx.ts';
import { pagesOfFile } from './pages-of-file.ts';
import { type ParserAnswer, type ParserJobs, type ParserRequest, parserMemoryMb } from './parser.ts';

// Memory outside JavaScript's objects has no limit of its own, and this thread may be in a loop that does not end: another
// thread looks, and also notices when the process that started this one is gone.
new Worker(
  `const parent = process.ppid;
   setInterval(() => {
     if (process.memoryUsage.rss() > ${2 * parserMemoryMb * 1024 * 1024} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
   }, 50);`,
  { eval: true },
).unref();

/** What finds values is large, and most of a day's documents only have their pages counted. */
const documents = () => import('../../sandbox/documents.ts').then(({ loadDocuments }) => loadDocuments());
const jobs: ParserJobs = {
  pagesOfFile,
  docxText,
  readDocument: async (...given) => (await documents()).readDocument(...given),
  countPages: async (...given) => (await documents()).countPages(...given),
  findFields: async (...given) => (await documents()).findFields(...given),
  findCategory: async (...given) => (await documents()).findCategory(...given),
};

const parent = starter();
parent.onMessage((message) => {
  const { name, args } = message as ParserRequest;
  void answer(name, args).then((answered) => parent.send(answered));
});

async function answer(name: keyof ParserJobs, args: readonly unknown[]): Promise<ParserAnswer> {
  try {
    // `Parser.call` pairs each name with its arguments.
    return { ok: true, value: await (jobs[name] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch {
    return { ok: false };
  }
}
