import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

const invoiceFields = [
  field('vendor_name', 'Name of the vendor', 'Acme Ltd'),
  field('invoice_number', 'Invoice number', 'INV-2024-001'),
  field('invoice_date', 'Date of invoice', '2024-01-31'),
  field('due_date', 'Date payment is due', '2024-02-28'),
  field('net_amount', 'Net amount before tax', '100.00'),
  field('tax_amount', 'VAT amount', '20.00'),
  field('total_amount', 'Total amount including tax', '120.00'),
  field('currency', 'Currency code', 'EUR'),
  field('iban', 'IBAN of the vendor', 'DE89370400440532013000'),
  field('customer_name', 'Name of the customer', 'John Smith'),
  field('customer_number', 'Customer number', '10023'),
  field('order_number', 'Purchase order number', 'PO-123'),
];

describe('findFields on invoices, receipts and letters finds', () => {
  it('an English invoice with two blocks side by side', () => {
    const lines = typed(`
ACME Tools Ltd                                        TAX INVOICE
12 High Street
Leeds LS1 4AB

Invoice To:                       Invoice No: INV-90871
Bob's Garage                      Invoice Date: 12/02/2026
44 Low Road                       Due Date: 14/03/2026
York YO1 1AA                      PO Number: 4500012345
                                  Account No: BOB01

Item            Description          Qty      Price     Total
A100            Spanner set            2      45.00     90.00
A200            Torque wrench          1     110.50    110.50

                                     Subtotal            200.50
                                     VAT @ 20%            40.10
                                     Total             £240.60
Bank details: Barclays  Sort code 20-00-00  Account 12345678
IBAN: GB82 WEST 1234 5698 7654 32   BIC: BARCGB22
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'ACME Tools Ltd',
      invoice_number: 'INV-90871',
      invoice_date: '12/02/2026',
      due_date: '14/03/2026',
      net_amount: '200.50',
      tax_amount: '40.10',
      total_amount: '240.60',
      currency: 'GBP',
      iban: 'GB82 WEST 1234 5698 7654 32',
      customer_name: "Bob's Garage",
      order_number: '4500012345',
    });
  });

  it('a German invoice without headings', () => {
    const lines = typed(`
Elektro Brandt e.K. · Hauptstr. 5 · 12345 Berlin
Herr Max Mustermann
Musterweg 1
12345 Berlin
                                            Datum:        01.02.2026
                                            Kunden-Nr.:   K-7782
                                            Bestell-Nr.:  B-2231
Rechnung Nr. 2026/0042
Pos   Artikel            Anzahl   E-Preis   G-Preis
1     Steckdose              10      4,20     42,00
2     Kabel NYM 3x1,5        50      0,89     44,50
                         Summe netto             86,50 EUR
                         Umsatzsteuer 19 %       16,44 EUR
                         Rechnungsbetrag        102,94 EUR
Zahlbar bis 15.02.2026 auf IBAN DE89370400440532013000
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Elektro Brandt e.K.',
      invoice_number: '2026/0042',
      invoice_date: '01.02.2026',
      due_date: '15.02.2026',
      net_amount: '86,50',
      tax_amount: '16,44',
      total_amount: '102,94',
      currency: 'EUR',
      iban: 'DE89370400440532013000',
      customer_number: 'K-7782',
      order_number: 'B-2231',
    });
  });

  it('a French invoice', () => {
    const lines = typed(`
BOULANGERIE DUPONT SARL
3 rue de la Paix 75002 PARIS
FACTURE N° FA2026-0098
Date de facture : 03/02/2026           Client : Hôtel Ritz
Date d'échéance : 05/03/2026           Code client : C00451
Désignation             Quantité   PU HT    Total HT
Baguette tradition          100     0,90       90,00
Croissant                    50     1,00       50,00
                                Total HT      140,00 €
                                TVA 5,5 %       7,70 €
                                Net à payer   147,70 €
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'BOULANGERIE DUPONT SARL',
      invoice_number: 'FA2026-0098',
      invoice_date: '03/02/2026',
      due_date: '05/03/2026',
      net_amount: '140,00',
      tax_amount: '7,70',
      total_amount: '147,70',
      currency: 'EUR',
      customer_name: 'Hôtel Ritz',
    });
  });

  it('an American invoice with a row of labels above the values', () => {
    const lines = typed(`
Bluebird Design Inc.
INVOICE
Invoice #          Date            Due Date         Amount Due
1004               Mar 3, 2026     Apr 2, 2026      $1,620.00

Billed To
Sunrise Bakery
900 Main St

Description                 Rate        Qty       Amount
Logo design                 $1,500.00     1       $1,500.00
                            Subtotal              $1,500.00
                            Tax (8%)              $120.00
                            Total                 $1,620.00
                            Amount Paid           $0.00
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Bluebird Design Inc.',
      invoice_number: '1004',
      invoice_date: 'Mar 3, 2026',
      due_date: 'Apr 2, 2026',
      net_amount: '1,500.00',
      tax_amount: '120.00',
      total_amount: '1,620.00',
      currency: 'USD',
      customer_name: 'Sunrise Bakery',
    });
  });

  it('a Spanish invoice', () => {
    const lines = typed(`
Construcciones Ibarra S.A.
CIF: A12345678
Factura nº: 2026/15          Fecha factura: 10/01/2026
Nº cliente: 3345             Fecha de vencimiento: 09/02/2026
Concepto                      Importe
Reforma de baño              3.200,00
Base imponible               3.200,00 €
IVA (21%)                      672,00 €
TOTAL A PAGAR                3.872,00 €
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Construcciones Ibarra S.A.',
      invoice_number: '2026/15',
      invoice_date: '10/01/2026',
      due_date: '09/02/2026',
      net_amount: '3.200,00',
      tax_amount: '672,00',
      total_amount: '3.872,00',
      currency: 'EUR',
      customer_number: '3345',
    });
  });

  it('an Italian invoice with its date after its number', () => {
    const lines = typed(`
Officine Rossi S.p.A.
Fattura n. 112/A del 15/01/2026
Cliente: Bianchi Mario            P.IVA 01234567890
Scadenza: 15/02/2026
Imponibile         € 500,00
IVA 22%            € 110,00
Totale documento   € 610,00
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Officine Rossi S.p.A.',
      invoice_number: '112/A',
      invoice_date: '15/01/2026',
      due_date: '15/02/2026',
      net_amount: '500,00',
      tax_amount: '110,00',
      total_amount: '610,00',
      currency: 'EUR',
      customer_name: 'Bianchi Mario',
    });
  });

  it('a Dutch invoice', () => {
    const lines = typed(`
Bakkerij Jansen BV
Factuurnummer    F2026-77
Factuurdatum     5 januari 2026
Uiterste betaaldatum   19 januari 2026
Klantnr.         88
Subtotaal excl. btw     € 45,00
9% btw                  € 4,05
Totaal incl. btw        € 49,05
IBAN NL91ABNA0417164300 t.n.v. Bakkerij Jansen BV
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Bakkerij Jansen BV',
      invoice_number: 'F2026-77',
      invoice_date: '5 januari 2026',
      due_date: '19 januari 2026',
      net_amount: '45,00',
      tax_amount: '4,05',
      total_amount: '49,05',
      currency: 'EUR',
      iban: 'NL91ABNA0417164300',
      customer_number: '88',
    });
  });

  it('a till receipt with two tax rates: neither counts as the sum', () => {
    const lines = typed(`
REWE Markt GmbH
Bonstraße 4, 50667 Köln
Vollmilch          1,19 B
Brot               2,49 B
Waschmittel        5,99 A
SUMME   EUR        9,67
Geg. EC-Karte      9,67
Steuer %     Netto   Steuer   Brutto
A= 19,0%      5,03     0,96     5,99
B=  7,0%      3,44     0,24     3,68
Gesamtbetrag  8,47     1,20     9,67
14.02.2026    17:45   Bon-Nr.:2231
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'REWE Markt GmbH',
      total_amount: '9,67',
      currency: 'EUR',
      invoice_date: '14.02.2026',
      invoice_number: '2231',
    });
  });

  it('a reminder in running text', () => {
    const lines = typed(`
Greenfield Services LLP
London, 4 May 2026
Dear Mr Brown,
Our invoice no. GF-551 dated 2 April 2026 over £2,350.00 was due on
2 May 2026 and has not been paid yet. Please transfer the amount.
Kind regards
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Greenfield Services LLP',
      invoice_number: 'GF-551',
      invoice_date: '2 April 2026',
      due_date: '2 May 2026',
      total_amount: '2,350.00',
      currency: 'GBP',
    });
  });

  it('an invoice with an advance payment: the total, not the rest', () => {
    const lines = typed(`
Studio Kern GmbH
Rechnung: 77-2026       Rechnungsdatum: 05.01.2026
Gesamtsumme netto        1.000,00 €
19 % MwSt. auf 1.000,00 €   190,00 €
Gesamtsumme brutto       1.190,00 €
abzgl. Anzahlung          -500,00 €
Restbetrag                 690,00 €
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor_name: 'Studio Kern GmbH',
      invoice_number: '77-2026',
      invoice_date: '05.01.2026',
      net_amount: '1.000,00',
      tax_amount: '190,00',
      total_amount: '1.190,00',
      currency: 'EUR',
    });
  });
});
