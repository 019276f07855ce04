/** Takes a line for people about what the sandbox did. Never a key, a secret or a document's content. */
export type Log = (line: string) => void;
