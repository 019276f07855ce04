/**
 * Sentences of the host in German: each as its source writes it (a template's `${…}` becomes a slot here), then the German
 * one with the same slots. Slots:
 *
 * - `{name}`: any text, kept as it is: a path, a name, what the service said;
 * - `{name, number}`: a number, whose decimal point follows the language;
 * - `{name, words}`: another text of the host, put into German in its turn, or left as it is if it is not known;
 * - `{name, known}`: the same, and the sentence is only meant where that text is known;
 * - `{name, list}`: quoted things, joined by "and" or "or".
 *
 * A sentence that its source puts after another one (`${why} It was put aside as ${name}.`) stands here without that one.
 */
export type HostWords = Readonly<Record<string, string>>;
