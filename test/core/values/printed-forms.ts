/**
 * Values as they are printed on invoices, receipts and letters, and what they mean: `key | printed | meaning`. `␣` stands for a
 * no-break space, `⍽` for a narrow one. Meanings: `date 2026-03-25`, `amount -12.00 EUR`, `currency EUR`, `iban …`, `vat-id …`,
 * `yes-no yes`; `?` before candidates that stay open; nothing where a value is none of these.
 */
const printed = {
  'en-US': `
invoice_date | 2026-03-25 | date 2026-03-25
invoice_date | March 25, 2026 | date 2026-03-25
invoice_date | Mar 25, 2026 | date 2026-03-25
invoice_date | Mar. 25, 2026 | date 2026-03-25
invoice_date | March 3rd, 2026 | date 2026-03-03
due_date | Wednesday, March 25, 2026 | date 2026-03-25
due_date | 03/25/2026 | date 2026-03-25
due_date | 3/25/26 | date 2026-03-25
due_date | 03/04/2026 | ?date 2026-04-03 2026-03-04
due_date | 3/4/26 | ?date 2026-04-03 2026-03-04
due_date | 04/04/2026 | date 2026-04-04
due_date | 03-25-2026 | date 2026-03-25
date | 03/25/2026 2:15 PM | date 2026-03-25
date | 2026-03-25T14:15:00Z | date 2026-03-25
date | 02/30/2026 |
date | 13/13/2026 |
date | Sept 9, 2026 | date 2026-09-09
total | $1,234.56 | amount 1234.56
total | USD 1,234.56 | amount 1234.56 USD
total | 1,234.56 USD | amount 1234.56 USD
total | US$ 12.00 | amount 12.00 USD
total | ($12.00) | amount -12.00
total | -$12.00 | amount -12.00
total | 120.00 CR | amount -120.00
total | 120.00 DR | amount 120.00
total | 1,234 | ?amount 1234 1.234
total | 1,234,567 | amount 1234567
total | .50 | amount 0.50
total | 0.125 | amount 0.125
total | 12 | amount 12
total | N/A |
currency | USD | currency USD
currency | XQZ |
paid | Yes | yes-no yes
paid | No | yes-no no
invoice_number | 2026-0042 |
phone | (555) 010-1234 |
total | |`,
  'en-GB': `
invoice_date | 25 March 2026 | date 2026-03-25
invoice_date | 25th March 2026 | date 2026-03-25
invoice_date | 1st April 2026 | date 2026-04-01
invoice_date | 2nd of May 2026 | date 2026-05-02
invoice_date | Wed 25 Mar 2026 | date 2026-03-25
invoice_date | 25-Mar-2026 | date 2026-03-25
invoice_date | 25-Mar-26 | date 2026-03-25
invoice_date | 25/03/2026 | date 2026-03-25
invoice_date | 25/03/26 | date 2026-03-25
invoice_date | 03/04/2026 | ?date 2026-04-03 2026-03-04
invoice_date | 25.03.2026 | date 2026-03-25
invoice_date | 25/03/2026 14:15 | date 2026-03-25
invoice_date | 29/02/2024 | date 2024-02-29
invoice_date | 29/02/2026 |
amount_due | £1,234.56 | amount 1234.56 GBP
amount_due | £ 12.00 | amount 12.00 GBP
amount_due | GBP 12.00 | amount 12.00 GBP
amount_due | £12.00- | amount -12.00 GBP
amount_due | (£1,234.56) | amount -1234.56 GBP
amount_due | −12.00 | amount -12.00
amount_due | 12.00 CR | amount -12.00
amount_due | ₹12,34,567.89 | amount 1234567.89 INR
amount_due | 12,34,567.00 | amount 1234567.00
amount_due | 1,23.00 |
currency | £ | currency GBP
currency | GBP | currency GBP
iban | GB29 NWBK 6016 1331 9268 19 | iban GB29NWBK60161331926819
iban | GB29NWBK60161331926819 | iban GB29NWBK60161331926819
iban | GB29 NWBK 6016 1331 9268 18 |
vat_number | GB 980 7806 84 | vat-id GB980780684
vat_number | GB 980 7806 85 |
vat_number | IE6433435F | vat-id IE6433435F
paid | ✓ | yes-no yes
paid | ☐ | yes-no no
order_number | PO-12-2026 |
phone | +44 20 7946 0958 |`,
  de: `
rechnungsdatum | 25.03.2026 | date 2026-03-25
rechnungsdatum | 25.3.2026 | date 2026-03-25
rechnungsdatum | 25.03.26 | date 2026-03-25
rechnungsdatum | 03.04.2026 | date 2026-04-03
rechnungsdatum | 25. März 2026 | date 2026-03-25
rechnungsdatum | 25. Mrz. 2026 | date 2026-03-25
rechnungsdatum | 1. Jänner 2026 | date 2026-01-01
rechnungsdatum | Mittwoch, 25. März 2026 | date 2026-03-25
rechnungsdatum | Mi., 25.03.2026 | date 2026-03-25
rechnungsdatum | den 25. Mai 2026 | date 2026-05-25
rechnungsdatum | 25. 03. 2026 | date 2026-03-25
rechnungsdatum | 25.03.2026 14:15 Uhr | date 2026-03-25
rechnungsdatum | 2026-03-25 | date 2026-03-25
rechnungsdatum | 31.04.2026 |
rechnungsdatum | sofort |
gesamtbetrag | 1.234,56 | amount 1234.56
gesamtbetrag | 1.234,56 € | amount 1234.56 EUR
gesamtbetrag | 1.234,56␣€ | amount 1234.56 EUR
gesamtbetrag | € 1.234,— | amount 1234 EUR
gesamtbetrag | EUR 1.234,56 | amount 1234.56 EUR
gesamtbetrag | 12,00- | amount -12.00
gesamtbetrag | -12,00 € | amount -12.00 EUR
gesamtbetrag | 12,-- € | amount 12 EUR
gesamtbetrag | 1.234 | ?amount 1234 1.234
gesamtbetrag | 1.234 € | ?amount 1234 1.234 EUR
gesamtbetrag | 1.234.567 | amount 1234567
gesamtbetrag | 1 234,56 | amount 1234.56
gesamtbetrag | 12,5 | amount 12.5
währung | EUR | currency EUR
währung | € | currency EUR
iban | DE89 3704 0044 0532 0130 00 | iban DE89370400440532013000
iban | DE88 3704 0044 0532 0130 00 |
ust_id | DE136695976 | vat-id DE136695976
ust_id | DE 136 695 976 | vat-id DE136695976
ust_id | DE136695977 |
ust_id | ATU13585627 | vat-id ATU13585627
bezahlt | Ja | yes-no yes
bezahlt | nein | yes-no no
rechnungsnummer | RE-2026-0042 |
telefon | 030 1234567 |`,
  'de-CH': `
datum | 25.3.26 | date 2026-03-25
datum | 25. Januar 2026 | date 2026-01-25
datum | Zürich, 25. Januar 2026 |
datum | 1. August 2026 | date 2026-08-01
betrag | 1'234.50 | amount 1234.50
betrag | 1’234.50 | amount 1234.50
betrag | CHF 1'234.50 | amount 1234.50 CHF
betrag | Fr. 12.50 | amount 12.50 CHF
betrag | SFr. 12.50 | amount 12.50 CHF
betrag | 12.– | amount 12
betrag | CHF 12.– | amount 12 CHF
betrag | 12.-- | amount 12
betrag | -.50 | amount -0.50
betrag | 1'234 | amount 1234
betrag | 1'234'567.05 | amount 1234567.05
betrag | 1'23.05 |
betrag | 1 234.50 | amount 1234.50
währung | CHF | currency CHF
iban | CH93 0076 2011 6238 5295 7 | iban CH9300762011623852957
iban | CH94 0076 2011 6238 5295 7 |
mwst_nr | CHE-123.456.788 MWST | vat-id CHE123456788MWST
mwst_nr | CHE-123.456.789 MWST |
bezahlt | ☑ | yes-no yes
telefon | 044 668 18 00 |`,
  fr: `
date_facture | 25 mars 2026 | date 2026-03-25
date_facture | 1er avril 2026 | date 2026-04-01
date_facture | le 25 février 2026 | date 2026-02-25
date_facture | mercredi 25 mars 2026 | date 2026-03-25
date_facture | 25 févr. 2026 | date 2026-02-25
date_facture | 25 août 2026 | date 2026-08-25
date_facture | 14 juil. 2026 | date 2026-07-14
date_facture | 25 DÉCEMBRE 2026 | date 2026-12-25
date_facture | 25/03/2026 | date 2026-03-25
date_facture | 25/03/26 | date 2026-03-25
date_facture | 03/04/2026 | ?date 2026-04-03 2026-03-04
date_facture | 25-03-2026 | date 2026-03-25
date_facture | 25.03.2026 | date 2026-03-25
date_facture | à réception |
montant_total | 1 234,56 € | amount 1234.56 EUR
montant_total | 1␣234,56␣€ | amount 1234.56 EUR
montant_total | 1⍽234,56␣€ | amount 1234.56 EUR
montant_total | 1⍽234⍽567,00 | amount 1234567.00
montant_total | 1.234,56 EUR | amount 1234.56 EUR
montant_total | -12,00 € | amount -12.00 EUR
montant_total | - 12,00 € | amount -12.00 EUR
montant_total | 12 € | amount 12 EUR
montant_total | 1,234 | ?amount 1234 1.234
montant_total | 1 234 | amount 1234
montant_total | 0,125 | amount 0.125
montant_total | gratuit |
devise | EUR | currency EUR
iban | FR14 2004 1010 0505 0001 3M02 606 | iban FR1420041010050500013M02606
iban | FR15 2004 1010 0505 0001 3M02 606 |
tva | FR 40 303265045 | vat-id FR40303265045
tva | FR41303265045 |
paye | Oui | yes-no yes
paye | non | yes-no no
telephone | 01 23 45 67 89 |
numero_facture | F2026-03-25 |`,
  es: `
fecha | 25 de marzo de 2026 | date 2026-03-25
fecha | 1º de abril de 2026 | date 2026-04-01
fecha | 25 marzo 2026 | date 2026-03-25
fecha | 25-mar-2026 | date 2026-03-25
fecha | 25 ene. 2026 | date 2026-01-25
fecha | 25/ago/2026 | date 2026-08-25
fecha | miércoles, 25 de marzo de 2026 | date 2026-03-25
fecha | 25 de septiembre del 2026 | date 2026-09-25
fecha | 25 setiembre 2026 | date 2026-09-25
fecha | 25/03/2026 | date 2026-03-25
fecha | 03/04/2026 | ?date 2026-04-03 2026-03-04
fecha | 3-4-2026 | ?date 2026-04-03 2026-03-04
fecha | 25/03/2026 14:15 h | date 2026-03-25
importe_total | 1.234,56 € | amount 1234.56 EUR
importe_total | 1234,56€ | amount 1234.56 EUR
importe_total | 12.345,67 EUR | amount 12345.67 EUR
importe_total | -12,00 | amount -12.00
importe_total | 1.234 | ?amount 1234 1.234
importe_total | 12,345 | ?amount 12345 12.345
importe_total | 1'50 |
moneda | EUR | currency EUR
iban | ES91 2100 0418 4502 0005 1332 | iban ES9121000418450200051332
iban | ES92 2100 0418 4502 0005 1332 |
nif_iva | ESA28015865 | vat-id ESA28015865
nif_iva | ESA28015866 |
pagado | Sí | yes-no yes
pagado | No | yes-no no
telefono | 91 123 45 67 |`,
  it: `
data_fattura | 25 marzo 2026 | date 2026-03-25
data_fattura | 1° aprile 2026 | date 2026-04-01
data_fattura | 25 gen 2026 | date 2026-01-25
data_fattura | 25 giu. 2026 | date 2026-06-25
data_fattura | 25 lug 2026 | date 2026-07-25
data_fattura | mercoledì 25 marzo 2026 | date 2026-03-25
data_fattura | 25/03/2026 | date 2026-03-25
data_fattura | 25-03-26 | ?date 2026-03-25 2025-03-26
data_fattura | 03/04/2026 | ?date 2026-04-03 2026-03-04
data_fattura | 25.03.2026 ore 14:15 | date 2026-03-25
data_fattura | 25 set 2026 | date 2026-09-25
importo | € 1.234,56 | amount 1234.56 EUR
importo | 1.234,56 | amount 1234.56
importo | Euro 12,00 | amount 12.00 EUR
importo | 12,00 euro | amount 12.00 EUR
importo | € -12,00 | amount -12.00 EUR
importo | 1.234 | ?amount 1234 1.234
importo | 1'234,56 | amount 1234.56
valuta | EUR | currency EUR
iban | IT60 X054 2811 1010 0000 0123 456 | iban IT60X0542811101000000123456
iban | IT61 X054 2811 1010 0000 0123 456 |
partita_iva | IT00743110157 | vat-id IT00743110157
partita_iva | IT00743110158 |
pagato | Sì | yes-no yes
pagato | no | yes-no no
telefono | 06 1234 5678 |`,
  nl: `
factuurdatum | 25 maart 2026 | date 2026-03-25
factuurdatum | 25 mrt 2026 | date 2026-03-25
factuurdatum | 25 mei 2026 | date 2026-05-25
factuurdatum | woensdag 25 maart 2026 | date 2026-03-25
factuurdatum | 25-03-2026 | date 2026-03-25
factuurdatum | 25-3-2026 | date 2026-03-25
factuurdatum | 03-04-2026 | ?date 2026-04-03 2026-03-04
factuurdatum | 25 okt. 2026 | date 2026-10-25
factuurdatum | 25 augustus 2026 | date 2026-08-25
factuurdatum | 26-03-04 | ?date 2004-03-26 2026-03-04
totaalbedrag | € 1.234,56 | amount 1234.56 EUR
totaalbedrag | € 1.234,- | amount 1234 EUR
totaalbedrag | € 12,- | amount 12 EUR
totaalbedrag | €12,00 | amount 12.00 EUR
totaalbedrag | € 12,00- | amount -12.00 EUR
totaalbedrag | -€ 12,00 | amount -12.00 EUR
totaalbedrag | 1.234 | ?amount 1234 1.234
valuta | EUR | currency EUR
iban | NL91 ABNA 0417 1643 00 | iban NL91ABNA0417164300
iban | NL92 ABNA 0417 1643 00 |
btw_nummer | NL004495445B01 | vat-id NL004495445B01
btw_nummer | NL004495446B01 |
btw_nummer | BE 0428.759.497 | vat-id BE0428759497
btw_nummer | BE 0428.759.498 |
betaald | Ja | yes-no yes
betaald | Nee | yes-no no
telefoon | 020 123 4567 |`,
  pt: `
data | 25 de março de 2026 | date 2026-03-25
data | 25 mar. 2026 | date 2026-03-25
data | 25 fev 2026 | date 2026-02-25
data | quarta-feira, 25 de março de 2026 | date 2026-03-25
data | 25/03/2026 | date 2026-03-25
data | 25-03-2026 | date 2026-03-25
data | 03/04/2026 | ?date 2026-04-03 2026-03-04
data | 1 de dezembro de 2026 | date 2026-12-01
data | 25 out 2026 | date 2026-10-25
data | 2026/03/25 | date 2026-03-25
valor_total | 1.234,56 € | amount 1234.56 EUR
valor_total | 1 234,56 € | amount 1234.56 EUR
valor_total | R$ 1.234,56 | amount 1234.56 BRL
valor_total | R$ 12,00 | amount 12.00 BRL
valor_total | -12,00 € | amount -12.00 EUR
valor_total | 1.234 | ?amount 1234 1.234
valor_total | 12,345 € | ?amount 12345 12.345 EUR
moeda | BRL | currency BRL
moeda | R$ | currency BRL
iban | PT50 0002 0123 1234 5678 9015 4 | iban PT50000201231234567890154
iban | PT51 0002 0123 1234 5678 9015 4 |
nif_iva | PT501964843 | vat-id PT501964843
nif_iva | PT501964842 |
pago | Sim | yes-no yes
pago | Não | yes-no no
telefone | 21 123 4567 |`,
  pl: `
data_wystawienia | 25 marca 2026 | date 2026-03-25
data_wystawienia | 25 marca 2026 r. | date 2026-03-25
data_wystawienia | 1 stycznia 2026 roku | date 2026-01-01
data_wystawienia | dnia 25 maja 2026 | date 2026-05-25
data_wystawienia | 25 paź 2026 | date 2026-10-25
data_wystawienia | środa, 25 marca 2026 | date 2026-03-25
data_wystawienia | 25.03.2026 | date 2026-03-25
data_wystawienia | 25.03.2026 r. | date 2026-03-25
data_wystawienia | 2026-03-25 | date 2026-03-25
data_wystawienia | 25-03-2026 | date 2026-03-25
data_wystawienia | 03-04-2026 | ?date 2026-04-03 2026-03-04
data_wystawienia | 25 września 2026 | date 2026-09-25
kwota | 1 234,56 zł | amount 1234.56 PLN
kwota | 1␣234,56␣zł | amount 1234.56 PLN
kwota | 1234,56 PLN | amount 1234.56 PLN
kwota | PLN 12,00 | amount 12.00 PLN
kwota | -12,00 zł | amount -12.00 PLN
kwota | 1.234,56 zł | amount 1234.56 PLN
kwota | 1,234 | ?amount 1234 1.234
waluta | PLN | currency PLN
waluta | zł | currency PLN
iban | PL61 1090 1014 0000 0712 1981 2874 | iban PL61109010140000071219812874
iban | PL62 1090 1014 0000 0712 1981 2874 |
nip_ue | PL8567346215 | vat-id PL8567346215
nip_ue | PL8567346216 |
zaplacono | Tak | yes-no yes
zaplacono | Nie | yes-no no
telefon | 22 123 45 67 |
numer_faktury | FV/03/04/2026 |`,
} as const;

export type Language = keyof typeof printed;

export const printedForms = Object.entries(printed).flatMap(([language, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', text = '', meaning = ''] = line.replaceAll('␣', '\u00a0').replaceAll('⍽', '\u202f').split('|');
      return { language, key: key.trim(), printed: text.trim(), meaning: meaning.trim() };
    }),
);
