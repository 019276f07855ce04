/** The fields of `resources/samples/extraction.json`. */
export type FieldKey = 'vendor_name' | 'invoice_number' | 'invoice_date' | 'tax_amount' | 'total_amount' | 'currency';

export type Values = Readonly<Record<FieldKey, string | null>>;

/** What a reader of the document is to find in it. */
export type Expected =
  /** The values as printed; null where the document prints none. */
  | { readonly values: Values }
  /** A picture: a person has to look at it. */
  | { readonly review: true }
  /** Damaged. */
  | { readonly unreadable: true };

/** A sample document of our own making: people, companies, addresses and numbers in it are invented. */
export interface Sample {
  readonly fileName: string;
  readonly kind: 'invoice' | 'receipt' | 'letter';
  readonly expected: Expected;
  make(): Promise<Uint8Array>;
}
