/** The shape of a catalogue in another language: every key of the English one, and no other. A missing key does not compile. */
export type Like<Words> = { readonly [Key in keyof Words]: Words[Key] extends string ? string : Like<Words[Key]> };
