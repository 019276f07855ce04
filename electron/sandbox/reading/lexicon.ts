/**
 * The words that label values on business papers, by meaning: on the left the meaning, on the right how English, German,
 * French, Spanish, Italian and Dutch papers print it (folded: no accents, ss for ß). A meaning of two words is two
 * meanings at once. Compounds (`Rechnungsnummer`, `factuurdatum`) are split and need no entry.
 */
export const lexicon: Readonly<Record<string, string>> = {
  // Papers
  invoice: 'invoice, invoices, bill, inv, rechnung, rg, faktura, facture, factura, fattura, factuur, fatura',
  'credit-note':
    'credit note, credit memo, gutschrift, stornorechnung, avoir, note de credit, facture d avoir, nota di credito, nota de credito, factura rectificativa, creditnota, creditfactuur',
  receipt:
    'receipt, sales receipt, quittung, beleg, bon, kassenbon, kassenbeleg, kassenzettel, recu, ticket, ticket de caisse, quittance, recibo, ricevuta, scontrino, bonnetje, kassabon, kwitantie',
  order:
    'order, purchase order, po, bestellung, bestell, auftrag, commande, bon de commande, pedido, orden, orden de compra, ordine, bestelling, bestel',
  quote: 'quote, quotation, estimate, offer, angebot, devis, presupuesto, oferta, preventivo, offerta, offerte',
  contract: 'contract, agreement, vertrag, contrat, contrato, contratto, overeenkomst',
  reminder:
    'reminder, payment reminder, mahnung, zahlungserinnerung, relance, rappel, recordatorio, sollecito, herinnering, betalingsherinnering, aanmaning',
  'delivery note':
    'delivery note, packing slip, lieferschein, bon de livraison, albaran, bolla di consegna, documento di trasporto, pakbon, leveringsbon',
  document: 'document, dokument, documento',
  letter: 'letter, brief, schreiben, lettre, carta, lettera',

  // People
  vendor:
    'vendor, supplier, seller, merchant, issuer, issued by, billed by, sold by, creditor, lieferant, verkaufer, anbieter, rechnungssteller, rechnungsaussteller, aussteller, kreditor, fournisseur, vendeur, emetteur, prestataire, proveedor, vendedor, emisor, fornitore, venditore, cedente, emittente, leverancier, verkoper',
  customer:
    'customer, client, buyer, purchaser, bill to, billed to, invoice to, invoiced to, sold to, debtor, recipient, kunde, kunden, kundin, kd, auftraggeber, rechnungsempfanger, empfanger, kaufer, debitor, rechnung an, cliente, acheteur, destinataire, facture a, adresse de facturation, comprador, destinatario, facturar a, facturado a, acquirente, committente, intestatario, fatturato a, spett le, spettabile, klant, afnemer, koper, debiteur, factuur aan',
  company:
    'company, company name, business, firma, unternehmen, societe, entreprise, raison sociale, empresa, razon social, societa, azienda, ditta, ragione sociale, bedrijf, bedrijfsnaam',
  contact:
    'contact, contact person, ansprechpartner, ansprechpartnerin, kontakt, sachbearbeiter, bearbeiter, contacto, contatto, contactpersoon, interlocuteur',
  guest: 'guest, gast, hote, huesped, ospite',
  member: 'member, mitglied, mitglieds, membre, adherent, miembro, socio, lid',
  employee: 'employee, mitarbeiter, employe, empleado, dipendente, werknemer',
  patient: 'patient, patienten, paciente, paziente',

  // Money
  total: 'total, totals, totale, totaal, gesamt, summe, sum, somme, suma, endsumme, insgesamt',
  grand: 'grand, general, generale, overall, final, finale',
  'total amount': 'endbetrag',
  'total due': 'net a payer, netto a pagare, neto a pagar, zahlbetrag, payment total',
  sub: 'subtotal, sub total, sous total, zwischensumme, subtotale, subtotaal',
  net: 'net, netto, neto, ht, hors taxe, hors taxes, hors tva, excl vat, excluding vat, ex vat, excl tax, excluding tax, before tax, pre tax, without tax, ohne mwst, exkl mwst, excl mwst, ohne ust, sin iva, iva excluida, iva no incluido, sin impuestos, base imponible, imponible, base, iva esclusa, imponibile, excl btw, exclusief btw, ex btw, zonder btw, grundlage, bemessungsgrundlage',
  gross: 'gross, ttc, brutto, bruto, toutes taxes comprises',
  'incl-tax':
    'incl vat, incl tax, including vat, including tax, includes vat, inc vat, vat included, tax included, with tax, inkl mwst, inkl ust, inkl mehrwertsteuer, inklusive mehrwertsteuer, inklusive mwst, incl mwst, einschliesslich mehrwertsteuer, einschliesslich umsatzsteuer, enthaltene mwst, enthaltene mehrwertsteuer, enthaltene umsatzsteuer, enthaltene ust, darin enthalten mwst, tva comprise, tva incluse, dont tva, y compris tva, iva incluido, iva incluida, con iva, iva inclusa, iva compresa, di cui iva, incl btw, inclusief btw, btw inbegrepen, waarvan btw',
  tax: 'tax, taxes, sales tax, state sales tax, value added tax, vat, gst, hst, mwst, mehrwertsteuer, ust, umsatzsteuer, steuer, tva, taxe, iva, igic, impuesto, impuestos, imposta, imposte, btw, omzetbelasting, belasting',
  rate: 'rate, satz, taux, tipo, aliquota, tarief, percentage, prozentsatz, pourcentage',
  amount: 'amount, betrag, in hohe von, montant, importe, monto, importo, bedrag',
  balance: 'balance, saldo, solde, restbetrag',
  paid: 'paid, amount paid, already paid, bezahlt, anzahlung, deja paye, acompte, paye, pagado, pagato, acconto, betaald, aanbetaling, gegeben',
  discount: 'discount, rabatt, skonto, nachlass, remise, descuento, sconto, korting',
  shipping:
    'shipping, postage, freight, delivery charge, versand, versandkosten, porto, fracht, lieferkosten, frais de port, frais de livraison, gastos de envio, spese di spedizione, verzendkosten',
  tip: 'tip, gratuity, trinkgeld, pourboire, propina, mancia, fooi',
  change: 'change, ruckgeld, wechselgeld, rendu, cambio, resto, wisselgeld',
  cash: 'cash, bar, barzahlung, especes, efectivo, contanti, contant',
  card: 'card, karte, kartenzahlung, ec karte, carte, carte bancaire, tarjeta, carta di credito, pinpas',
  price: 'price, preis, prix, pu, precio, prezzo, prijs',
  unit: 'unit, einzel, unitaire, unitario, einheit, unite, unidad, eenheid, stuk, stuck, each',
  quantity: 'quantity, qty, menge, anzahl, quantite, qte, cantidad, cant, quantita, qta, aantal, pcs',
  item: 'description, item, items, artikel, beschreibung, bezeichnung, designation, libelle, article, descripcion, concepto, articulo, descrizione, omschrijving, position, pos, produkt, product, produit',
  currency: 'currency, wahrung, devise, monnaie, moneda, divisa, valuta, munt',

  // Payment
  due: 'due, payable, pay, fallig, falligkeit, falligkeits, zahlbar, zahlungsziel, zahlen, bezahlen, echeance, exigible, payer, regler, vencimiento, vence, pagar, scadenza, scade, pagare, saldare, verval, betalen, voldoen, deadline, payment due, pay by, payable by, due by, due on, zahlbar bis, fallig am, zu zahlen bis, payable avant le, a regler avant le, limite de paiement, limite de pago, pagar antes del, da pagare entro il, te betalen voor, zahlungstermin',
  'due date':
    'uiterste betaaldatum, date limite, date limite de paiement, fecha limite, fecha limite de pago, data di scadenza, zahlungsfrist, pay by date',
  by: 'no later than, on or before, before, until, bis zum, bis spatestens, spatestens, spatestens bis, spatestens bis zum, au plus tard le, avant le, antes del, hasta el, entro il, entro, uiterlijk, voor uiterlijk, uiterlijk op',
  payment: 'payment, zahlung, paiement, reglement, pago, pagamento, betaling, betaal',
  method: 'method, mode, methode, zahlungsart, art, moyen, metodo, forma, modalita, wijze',
  terms: 'terms, bedingungen, konditionen, conditions, condiciones, condizioni, voorwaarden',
  iban: 'iban',
  bic: 'bic, swift, swift bic, bic swift',
  bank: 'bank, banque, banco, banca, kreditinstitut',
  account: 'account, konto, compte, cuenta, conto, rekening',
  'sort-code': 'sort code, bankleitzahl, blz, code banque',

  // Time
  date: 'date, dated, datum, termin, fecha, data, dagtekening',
  'invoice date': 'billing date, date de facturation, fecha de facturacion',
  issue:
    'issue, issued, ausstellung, ausstellungs, ausgestellt, emission, emis le, emise le, emision, emitida, emissione, emessa, uitgifte',
  time: 'time, uhrzeit, heure, hora, ora, tijd',
  period: 'period, zeitraum, periode, periodo, billing period, service period',
  start: 'start, begin, beginn, beginning, debut, inicio, inizio, aanvang',
  end: 'end, ende, fin, fine, einde',
  year: 'year, jahr, annee, ano, anno, jaar',
  month: 'month, monat, mois, mes, mese, maand',
  arrival: 'arrival, check in, anreise, ankunft, arrivee, llegada, entrada, arrivo, aankomst',
  departure: 'departure, check out, abreise, abfahrt, depart, salida, partenza, vertrek',
  birth: 'birth, geburt, geburts, naissance, nacimiento, nascita, geboorte',
  valid: 'valid, validity, gultig, gultigkeit, validite, validez, validita, geldig',

  // Things
  delivery:
    'delivery, delivered, liefer, lieferung, auslieferung, livraison, livre, entrega, consegna, levering, lever, shipment',
  'delivery address': 'ship to, deliver to, livrer a, enviar a, spedire a, verzenden naar',
  service: 'service, leistung, performance, prestation, servicio, servizio, dienst',
  project: 'project, projekt, bauvorhaben, projet, chantier, proyecto, progetto, cantiere',
  booking: 'booking, reservation, buchung, reservierung, reserva, prenotazione, boeking, reservering',
  room: 'room, zimmer, raum, chambre, habitacion, camera, kamer',
  table: 'table, tisch, mesa, tavolo, tafel',
  cashier: 'cashier, kassierer, bediener, bedienung, served by, caissier, serveur, cajero, cassiere, kassamedewerker',
  register: 'till, register, kasse, caisse, caja, cassa, kassa, terminal',
  policy: 'policy, police, versicherungsschein, poliza, polizza, polis',
  case: 'case, aktenzeichen, vorgang, dossier, expediente, pratica, zaak',
  vehicle: 'vehicle, fahrzeug, vehicule, vehiculo, veicolo, voertuig',
  plate: 'licence plate, license plate, plate, kennzeichen, immatriculation, matricula, targa, kenteken',
  meter: 'meter, zahler, compteur, contador, contatore',
  tracking: 'tracking, sendungs, suivi, seguimiento, tracciamento, sendung',
  'cost-centre': 'cost centre, cost center, kostenstelle, centre de cout, centro de coste, centro di costo, kostenplaats',
  weight: 'weight, gewicht, poids, peso',
  page: 'page, seite, pagina, bladzijde',
  type: 'type, typ, genre',

  // Names and numbers
  nr: 'number, numbers, no, nr, num, numero, nummer, nro, id, ident, identifier, identification, kennung, identificatie',
  'tax nr':
    'vat id, vat no, vat number, vat reg no, vat registration, tax id, utr, ust id, ust idnr, ustid, ustidnr, steuernummer, steuer nr, st nr, uid, uid nr, mwst nr, tva intracommunautaire, tva intracom, nif, cif, nif cif, partita iva, p iva, piva, codice fiscale, btw nr, btw nummer, btw id, siret, siren, kvk, kvk nummer',
  code: 'code, kode, codigo, codice, passcode',
  reference:
    'reference, ref, our ref, your ref, referenz, zeichen, referencia, riferimento, rif, kenmerk, referentie, verwendungszweck, payment reference',
  subject: 'subject, betreff, betrifft, objet, asunto, oggetto, betreft, onderwerp, concerne',
  name: 'name, nom, nombre, nome, naam, vorname, nachname',
  address: 'address, adresse, anschrift, direccion, domicilio, indirizzo, adres',
  city: 'city, town, ort, stadt, ville, ciudad, citta, stad, plaats',
  zip: 'zip, postcode, postal code, zip code, plz, postleitzahl, code postal, codigo postal, cap',
  country: 'country, land, pays, pais, paese',
  phone: 'phone, telephone, tel, telefon, telefono, telefoon, mobile, mobil, handy, fon',
  fax: 'fax, telefax',
  email: 'email, e mail, mail, courriel, correo, correo electronico, posta elettronica',
  web: 'web, website, web site, webseite, homepage, internet, www, sitio web, sito, sito web, site internet, url',
};

/** Words inside a label that do not change its meaning. */
export const fillers =
  'the, of, for, to, your, our, my, a, an, in, der, die, das, des, dem, den, ihr, ihre, ihrer, ihrem, unser, unsere, unserer, fur, zzgl, zuzuglich, plus, de, du, la, le, les, d, l, votre, notre, vos, nos, pour, el, los, las, del, su, sus, nuestra, nuestro, vuestra, para, il, lo, gli, i, di, della, dello, dell, dei, da, vostra, vostro, nostra, nostro, per, al, het, een, van, uw, onze, ons, voor, te, zu, eur, usd, gbp, chf, euro, euros, euri, us, et, und, and, y, e, en, van';

/** Last parts of compounds that mark a label even if the first part is unknown (`Zählernummer`). */
export const compoundHeads = 'nummer, nr, datum, betrag, bedrag, adresse, adres, name, naam, termin, zeitraum, satz, zeichen';
