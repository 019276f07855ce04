/**
 * A sentence for a person, before it is put into a language: the window has the words for every key (in English and
 * German), the command line those in `said-english.ts`. A value that is itself a text came from the service, the disk or
 * the system, or is a name; `at…` values are milliseconds since the epoch.
 */
export interface Said {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
