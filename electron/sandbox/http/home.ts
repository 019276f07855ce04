import type { FastifyInstance } from 'fastify';

const about = {
  name: "Intray's sandbox",
  what: 'A stand-in of the document extraction and classification service, for trying Intray without an account.',
  where: 'It runs on this machine only. Documents are read here, kept in memory, and forgotten when it stops.',
  leaves: 'Nothing leaves the machine, but for webhooks to an address that somebody registers.',
  limits: 'It reads the text of PDF and DOCX files. It reads no text in images, and it is no artificial intelligence.',
} as const;

/** GET / says plainly what this is, to a person and to a program. */
export function addHome(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    const accept = request.headers.accept ?? '';
    if (!accept.includes('text/html')) return about;
    const { name, ...sentences } = about;
    const paragraphs = Object.values(sentences).map((sentence) => `<p>${sentence}</p>`);
    reply.type('text/html; charset=utf-8');
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    const style = 'body{font:1.1rem/1.5 system-ui;max-width:38rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head><body><h1>${name}</h1>${paragraphs.join('')}</body></html>\n`;
  });
}
