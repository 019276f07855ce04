const replacement = '[hidden]';

/** Whatever follows "Bearer" is a key. */
const bearer = /\b(Bearer\s+)[^\s"'\\,;]+/gi;

export type Redaction = ReturnType<typeof createRedaction>;

/**
 * Removes secrets from text before it is written anywhere. It searches the serialised text rather than its members, so that
 * a secret is found wherever it is: in a message, a header, a URL, a stack.
 */
export function createRedaction() {
  const spellings = new Set<string>();
  let longestFirst: readonly string[] = [];
  return {
    /** From now on this text is removed, in every spelling that JSON, a URL or an Authorization header gives it. */
    hide(secret: string): void {
      // One or two letters would blank the log, and are nobody's key.
      if (secret.length < 3) return;
      let quoted = secret;
      // JSON within JSON, such as an answer's body in a log line.
      for (let depth = 0; depth <= 3; depth += 1) {
        spellings.add(quoted);
        quoted = JSON.stringify(quoted).slice(1, -1);
      }
      spellings.add(encodeURIComponent(secret)).add(Buffer.from(secret, 'utf8').toString('base64'));
      longestFirst = [...spellings].sort((a, b) => b.length - a.length);
    },
    clean(text: string): string {
      let clean = text;
      for (const spelling of longestFirst) clean = clean.replaceAll(spelling, replacement);
      return clean.replace(bearer, (_, scheme: string) => scheme + replacement);
    },
  };
}
