import type { Shape } from './shapes.ts';

/** Weights from 0 to 1, each with meanings of labels, separated by commas; 1 means exactly this. */
type Weighed = readonly (readonly [number, string])[];

/** A value that most business papers have, under various labels. Meanings are words of the lexicon. */
export interface Concept {
  readonly name:
    | 'total'
    | 'net'
    | 'tax'
    | 'tax-rate'
    | 'invoice-number'
    | 'invoice-date'
    | 'due-date'
    | 'vendor'
    | 'customer'
    | 'currency'
    | 'document-type'
    | 'plain';
  readonly shape: Shape;
  /** The meanings by which a field's key or description asks for it, separated by commas. */
  readonly asked: string;
  /** The meanings of its labels. */
  readonly labels: Weighed;
}

const total: Concept = {
  name: 'total',
  shape: 'amount',
  asked:
    'total, amount, total amount, grand total, grand total amount, invoice total, invoice amount, invoice total amount, receipt total, receipt amount, ' +
    'gross, gross total, gross amount, gross total amount, amount due, total due, total amount due, balance due, balance, due balance amount, ' +
    'total incl-tax, amount incl-tax, total amount incl-tax, total price, payment amount, document total, document amount, total payment, ' +
    'total amount payment, due invoice amount, due total incl-tax',
  labels: [
    [1, 'grand total, grand total amount, total due, total amount due, total amount due invoice'],
    [
      1,
      'total incl-tax, total gross, total amount incl-tax, total amount gross, grand total incl-tax, grand total gross, total due incl-tax',
    ],
    [1, 'total due gross, invoice amount gross, invoice total gross, invoice total incl-tax'],
    [0.98, 'amount gross, amount incl-tax, invoice total, invoice total amount, credit-note total'],
    [0.97, 'invoice amount, document total, total amount, credit-note amount, receipt total'],
    [0.95, 'amount due, amount due invoice, order total'],
    [0.93, 'total, payment total'],
    [0.9, 'total price, total booking'],
    [0.85, 'gross, due payment, balance due, amount payment'],
    [0.8, 'due, total paid, total service'],
    [0.7, 'amount, card total'],
    [0.6, 'balance'],
  ],
};

const invoiceDate: Concept = {
  name: 'invoice-date',
  shape: 'date',
  asked:
    'invoice date, date, document date, date issue, issue, receipt date, date invoice issue, date document issue, credit-note date, letter date, date time, purchase date',
  labels: [
    [1, 'invoice date, invoice date issue'],
    [0.96, 'date issue, credit-note date, receipt date, purchase date'],
    [0.9, 'invoice delivery date, invoice service date, document date, invoice issue'],
    [0.85, 'letter date, date, issue, city date issue'],
    [0.8, 'date time, city date'],
  ],
};

export const concepts: readonly Concept[] = [
  total,
  {
    name: 'net',
    shape: 'amount',
    asked: 'net, net amount, net total, net total amount, sub, sub amount, sub total, net sub, invoice net amount, net sub total',
    labels: [
      [1, 'sub, net sub, net total, net amount, net total amount, invoice net amount, amount sub, sub total'],
      [0.88, 'net, net price'],
    ],
  },
  {
    name: 'tax',
    shape: 'amount',
    asked: 'tax, tax amount, tax total, tax total amount, incl-tax',
    labels: [
      [1, 'tax total, tax total amount, tax amount'],
      [0.92, 'tax'],
      [0.88, 'incl-tax'],
      [0.6, 'tax net'],
    ],
  },
  {
    name: 'tax-rate',
    shape: 'percent',
    asked: 'tax rate, rate',
    labels: [
      [1, 'tax rate'],
      [0.8, 'tax, tax amount, incl-tax'],
    ],
  },
  {
    name: 'invoice-number',
    shape: 'identifier',
    asked: 'invoice nr, invoice, invoice reference, document nr, receipt nr, credit-note nr, invoice code, invoice receipt nr',
    labels: [
      [1, 'invoice nr'],
      [0.94, 'credit-note nr, receipt nr, invoice receipt nr, invoice document nr'],
      [0.9, 'invoice reference, invoice reference nr'],
      [0.85, 'document nr, invoice'],
      [0.73, 'credit-note, receipt'],
      [0.55, 'nr'],
    ],
  },
  invoiceDate,
  {
    name: 'due-date',
    shape: 'date',
    asked: 'due date, due, due payment, payment due date, invoice due date, payment date by, date due payment',
    labels: [
      [1, 'due date, payment due date, invoice due date'],
      [0.95, 'due payment'],
      [0.9, 'due, by due'],
      [0.8, 'by payment'],
      [0.7, 'amount due, total due, total amount due'],
      [0.6, 'by'],
    ],
  },
  {
    name: 'vendor',
    shape: 'text',
    asked: 'vendor, vendor name, company, company name, vendor company, vendor company name, name issue, company issue',
    labels: [
      [1, 'vendor, vendor name, vendor company'],
      [0.7, 'company, company name'],
    ],
  },
  {
    name: 'customer',
    shape: 'text',
    asked: 'customer, customer name, customer company, customer company name, invoice customer, customer invoice name',
    labels: [
      [1, 'customer name, customer company, invoice customer name'],
      [0.95, 'customer, invoice customer'],
      [0.8, 'guest name, guest, invoice address'],
    ],
  },
  {
    name: 'currency',
    shape: 'currency',
    asked: 'currency, currency code, invoice currency',
    labels: [[1, 'currency, currency code, invoice currency']],
  },
  { name: 'document-type', shape: 'text', asked: 'document type, type', labels: [[1, 'document type']] },
  {
    name: 'plain',
    shape: 'iban',
    asked: 'iban, account iban, bank iban, vendor iban, iban nr, account nr iban',
    labels: [
      [1, 'iban, account iban, iban nr, bank iban'],
      [0.7, 'account, account nr, account bank, bank'],
    ],
  },
  { name: 'plain', shape: 'bic', asked: 'bic, bank bic, bic code, vendor bic', labels: [[1, 'bic, bic code']] },
  {
    name: 'plain',
    shape: 'email',
    asked: 'email, email address, vendor email, vendor email address, contact email',
    labels: [
      [1, 'email, email address'],
      [0.7, 'contact'],
    ],
  },
  {
    name: 'plain',
    shape: 'phone',
    asked: 'phone, phone nr, vendor phone, contact phone, contact phone nr, vendor phone nr',
    labels: [[1, 'phone, phone nr, contact phone']],
  },
  { name: 'plain', shape: 'web', asked: 'web, vendor web, web address, company web', labels: [[1, 'web, web address']] },
  { name: 'plain', shape: 'identifier', asked: 'tax nr, vendor tax nr, company tax nr', labels: [[1, 'tax nr, vendor tax nr']] },
];
