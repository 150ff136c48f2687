/** A file as a bank writes it, and the lines that it has. The people are invented. */
export interface LayoutSample {
  file: string
  layout: string | null
  currency: string
  /** Date, amount in cents, text and counterparty. */
  lines: string[]
  left_out_count?: number
  opening_balance?: number
}

export const layout_samples: LayoutSample[] = [
  {
    layout: 'Monzo',
    currency: 'GBP',
    file: `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,\
Description,Category split,Money Out,Money In
tx_0001,03/10/2026,09:12:00,Faster payment,Ada Stone,,Income,25.00,GBP,25.00,GBP,,,,MEMBERSHIP 2026,,,25.00
tx_0002,05/10/2026,12:00:00,Card payment,Corner Print,🖨,Bills,-18.40,GBP,-21.00,EUR,leaflets,,,CORNER PRINT LONDON,,-18.40,
tx_0003,06/10/2026,12:00:00,Pot transfer,Rent pot,,Savings,0.00,GBP,0.00,GBP,,,,,,,
`,
    lines: [
      '2026-10-03 | 2500 | MEMBERSHIP 2026 Faster payment | Ada Stone',
      '2026-10-05 | -1840 | CORNER PRINT LONDON leaflets Card payment | Corner Print',
    ],
    left_out_count: 1,
  },
  {
    layout: 'Starling',
    currency: 'GBP',
    file: `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes
,Opening Balance,,,,100.00,,
01/10/2026,Ben Okoro,DONATION,FASTER PAYMENT,40.00,140.00,INCOME,
02/10/2026,Hall Hire Ltd,INV 7,DIRECT DEBIT,-65.50,74.50,RENT,October
`,
    lines: [
      '2026-10-01 | 4000 | DONATION FASTER PAYMENT | Ben Okoro',
      '2026-10-02 | -6550 | INV 7 October DIRECT DEBIT | Hall Hire Ltd',
    ],
    left_out_count: 1,
    opening_balance: 10_000,
  },
  {
    layout: 'Lloyds / Halifax / Bank of Scotland',
    currency: 'GBP',
    file: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
09/10/2026,DD,'11-22-33,87654321,WATER COMPANY,30.00,,95.00
08/10/2026,FPI,'11-22-33,87654321,C MENSAH SUBS,,25.00,125.00
`,
    lines: ['2026-10-08 | 2500 | C MENSAH SUBS FPI | ', '2026-10-09 | -3000 | WATER COMPANY DD | '],
    opening_balance: 10_000,
  },
  {
    layout: 'NatWest / Royal Bank of Scotland',
    currency: 'GBP',
    file: `Date, Type, Description, Value, Balance, Account Name, Account Number
05 Mar 2025,BAC,"D LEWIS , MEMBER 14",76.43,176.43,GREEN GROUP,600000-12345678
14 Mar 2025,POS,"5320 13MAR25 CD , STATIONER",-2.00,174.43,GREEN GROUP,600000-12345678
`,
    lines: ['2025-03-05 | 7643 | D LEWIS , MEMBER 14 BAC | ', '2025-03-14 | -200 | 5320 13MAR25 CD , STATIONER POS | '],
    opening_balance: 10_000,
  },
  {
    layout: 'Santander UK / midata',
    currency: 'GBP',
    file: `Date;Type;Merchant/Description;Debit/Credit;Balance
02/10/2026;DD;WATER COMPANY;-£50.00;+£1050.00
01/10/2026;CR;K OSEI **** MEMBER;+£1000.00;+£1100.00

Arranged overdraft limit;06/10/2026;£0.00
`,
    lines: ['2026-10-01 | 100000 | K OSEI **** MEMBER CR | ', '2026-10-02 | -5000 | WATER COMPANY DD | '],
    left_out_count: 1,
    opening_balance: 10_000,
  },
  {
    layout: 'Metro Bank',
    currency: 'GBP',
    file: `Date,Details,Transaction Type,In,Out,Balance
07/10/2026,E NOVAK 3 HIGH ST,Inward Payment,1150.00,0.00,1219.84
06/10/2026,INSURANCE FR BUS,Direct Debit,0.00,30.16,69.84
`,
    lines: [
      '2026-10-06 | -3016 | INSURANCE FR BUS Direct Debit | ',
      '2026-10-07 | 115000 | E NOVAK 3 HIGH ST Inward Payment | ',
    ],
    opening_balance: 10_000,
  },
  {
    layout: 'HSBC UK',
    currency: 'GBP',
    file: `05/10/2026,F KHAN SUBSCRIPTION,20.00
05/10/2026,"HALL, THE OLD          VIS",-7.50
12/10/2026,LEGACY G ROSE          CR,"1,234.56"
`,
    lines: [
      '2026-10-05 | 2000 | F KHAN SUBSCRIPTION | ',
      '2026-10-05 | -750 | HALL, THE OLD VIS | ',
      '2026-10-12 | 123456 | LEGACY G ROSE CR | ',
    ],
  },
  {
    layout: 'BNP Paribas',
    currency: 'EUR',
    file: `"Compte de chèques";"Compte de chèques";****0042;14/09/2026;;1 234,56
03/08/2026;PAIEMENT CB;FACTURE CARTE;FACTURE CARTE DU 010826 PAPETERIE LYON CARTE 4974XXXXXXXX1111;03/08/2026;-4,10
02/08/2026;VIREMENT RECU;VIR SEPA RECU;VIR SEPA RECU /DE LEA MARCHAND /MOTIF COTISATION;01/08/2026;1 025,00
`,
    lines: [
      '2026-08-02 | 102500 | VIR SEPA RECU /DE LEA MARCHAND /MOTIF COTISATION VIREMENT RECU | ',
      '2026-08-03 | -410 | FACTURE CARTE DU 010826 PAPETERIE LYON CARTE 4974XXXXXXXX1111 PAIEMENT CB | ',
    ],
  },
  {
    layout: 'BNP Paribas',
    currency: 'EUR',
    file: `"Compte de ch&egrave;ques";"Compte de ch&egrave;ques";****0042;09/01/2026;;20 000,10
02/01/2026;VIREMENT EMIS;V;LOYER LOCAL;-1 200,00
03/01/2026;VIREMENT RECU;V;PAUL ROY DON;52,20
`,
    lines: ['2026-01-02 | -120000 | LOYER LOCAL VIREMENT EMIS | ', '2026-01-03 | 5220 | PAUL ROY DON VIREMENT RECU | '],
  },
  {
    layout: 'BNP Paribas',
    currency: 'EUR',
    file: `Compte courant;Association;12345678;31/10/2026;;1000,00

Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro
05/10/2026;CB;Paiement;ACHAT TIMBRES;-12,34
06/10/2026;VIR;Virement;JEAN FAURE COTISATION;30,00
`,
    lines: ['2026-10-05 | -1234 | ACHAT TIMBRES Paiement | ', '2026-10-06 | 3000 | JEAN FAURE COTISATION Virement | '],
  },
  {
    layout: 'Wise',
    currency: 'EUR',
    file: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To",\
"Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Total fees"
TRANSFER-2,06-10-2026,-250.50,EUR,Sent money to Piet Vos,Flyers,849.50,,,,,Piet Vos,NL09INGB0001234567,,0.50
TRANSFER-1,05-10-2026,1000.00,EUR,Received money from Ines Flores with reference DON,DON,1100.00,,,,Ines Flores,,,,0.00
`,
    lines: [
      '2026-10-05 | 100000 | Received money from Ines Flores with reference DON | ',
      '2026-10-06 | -25050 | Sent money to Piet Vos Flyers | ',
    ],
    opening_balance: 10_000,
  },
  {
    layout: 'SumUp',
    currency: 'EUR',
    file: `Email,Date,Transaction ID,Transaction type,Status,Card type,Last 4 digits,Process as,Payment method,Entry mode,Auth code,Description,\
Total,Net sale,Tax amount,Tip amount,Fee,Payout,Payout date,Payout ID
a@example.org,2026-10-03 10:12:00,TAAA1,Sale,Successful,VISA,**** 1234,Debit,POS,chip,123456,Badge,20.00,20.00,0.00,0.00,0.34,,,
a@example.org,2026-10-03 10:12:00,TAAA1,Payout,Paid,,,,,,,Badge,20.00,,,,0.34,19.66,2026-10-05,9001
a@example.org,2026-10-04 11:00:00,TAAA2,Sale,Failed,VISA,**** 1234,Debit,POS,chip,,Badge,20.00,20.00,0.00,0.00,,,,
a@example.org,2026-10-04 11:05:00,TAAA3,Payout,Scheduled,,,,,,,Book,10.00,,,,0.17,9.83,2026-10-07,9002
`,
    lines: ['2026-10-05 | 1966 | 9001 Badge | '],
    left_out_count: 3,
  },
  {
    layout: 'Stripe',
    currency: 'EUR',
    file: `id,Amount,Created (UTC),Currency,Livemode,Arrival Date (UTC),Source Type,Destination,Status,Type,Method,Description,\
Balance Transaction,Failure Message,Statement Descriptor
po_2,50.00,2026-10-10 00:18,eur,true,2026-10-12 00:00,card,ba_x,failed,bank_account,standard,STRIPE PAYOUT,txn_b,The account is closed,GREEN GROUP
po_1,93.93,2026-10-09 00:23,eur,true,2026-10-10 00:00,card,ba_x,paid,bank_account,standard,STRIPE PAYOUT,txn_a,,GREEN GROUP
`,
    lines: ['2026-10-10 | 9393 | STRIPE PAYOUT GREEN GROUP po_1 | '],
    left_out_count: 1,
  },
  {
    layout: 'Stripe',
    currency: 'EUR',
    file: `payout_id,effective_at_utc,effective_at,currency,gross,fee,net,reporting_category,balance_transaction_id,description,\
payout_expected_arrival_date,payout_status
po_1,2026-10-02 00:00:57,2026-10-02 02:00:57,eur,67.15,0.15,67.00,payout,txn_1,STRIPE PAYOUT,2026-10-05 00:00:00,paid
`,
    lines: ['2026-10-05 | 6700 | STRIPE PAYOUT po_1 | '],
  },
  {
    layout: 'Stripe',
    currency: 'EUR',
    file: `id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description
txn_2,payout,po_1,-93.93,0.00,-93.93,eur,2026-10-20 00:00,2026-10-20 00:00,STRIPE PAYOUT
txn_1,charge,ch_1,97.00,3.07,93.93,eur,2026-10-11 09:00,2026-10-18 00:00,Gift of Zoe Hart
`,
    lines: ['2026-10-11 | 9393 | Gift of Zoe Hart charge ch_1 | ', '2026-10-20 | -9393 | STRIPE PAYOUT payout po_1 | '],
  },
  {
    layout: 'Stripe',
    currency: 'EUR',
    file: `balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,description
txn_1,2026-10-01 09:12:00,2026-10-03 00:00:00,eur,45.91,0.94,44.97,charge,Gift of Omar Diaz
txn_2,2026-10-02 08:00:00,2026-10-02 08:00:00,eur,-19.00,0.00,-19.00,refund,Refund
txn_3,2026-10-02 09:00:00,2026-10-04 00:00:00,usd,10.00,0.59,9.41,charge,Gift of Amy Bell
`,
    lines: ['2026-10-01 | 4497 | Gift of Omar Diaz charge | ', '2026-10-02 | -1900 | Refund refund | '],
    left_out_count: 1,
  },
  {
    layout: 'PayPal',
    currency: 'EUR',
    file: `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address",\
"Transaction ID","Item Title","Balance","Balance Impact"
"10/01/2026","10:00:00","CEST","Jana Mala","Donation Payment","Completed","EUR","1,250.00","-43.40","1,206.60","jana@example.org",\
"us@example.org","1AB","","1,206.60","Credit"
"10/02/2026","10:00:00","CEST","Sam Reed","General Authorization","Pending","EUR","-10.00","0.00","-10.00","us@example.org","sam@example.org",\
"2CD","","1,206.60","Memo"
"10/14/2026","09:00:00","CEST","","General Withdrawal","Completed","EUR","-1,000.00","0.00","-1,000.00","","","3EF","","206.60","Debit"
"10/15/2026","09:00:00","CEST","Amy Bell","Donation Payment","Completed","USD","5.00","-0.50","4.50","","","4GH","","4.50","Credit"
`,
    lines: ['2026-10-01 | 120660 | Donation Payment | Jana Mala', '2026-10-14 | -100000 | General Withdrawal | '],
    left_out_count: 2,
  },
  {
    layout: 'PayPal',
    currency: 'EUR',
    file: `"Date","Heure","Fuseau horaire","Nom","Type","État","Devise","Avant commission","Commission","Net","De l'adresse email",\
"À l'adresse email","Numéro de transaction","Titre de l'objet","Solde","Impact sur le solde"
"03/10/2026","10:00:00","CEST","Jean Faure","Paiement de don","Terminé","EUR","12,00","-0,77","11,23","jean@example.org","nous@example.org","T1",\
"Don","11,23","Crédit"
"04/10/2026","10:00:00","CEST","Papeterie","Autorisation générale","En attente","EUR","-20,00","0,00","-20,00","","","T2","","11,23","Mémo"
`,
    lines: ['2026-10-03 | 1123 | Don Paiement de don | Jean Faure'],
    left_out_count: 1,
  },
  {
    layout: 'PayPal',
    currency: 'EUR',
    file: `"Date","Time","Time Zone","Description","Currency","Gross ","Fee ","Net","Balance","Transaction ID","From Email Address","Name",\
"Bank Name","Bank Account","Shipping and Handling Amount","Sales Tax","Invoice ID","Reference Txn ID"
"03.10.2026","10:00:00","Europe/Berlin","Mobile Payment","EUR","20,00","-0,85","19,15","119,15","5IJ","lea@example.org","Lea Wolf","","","0,00",\
"0,00","",""
`,
    lines: ['2026-10-03 | 1915 | Mobile Payment | Lea Wolf'],
    opening_balance: 10_000,
  },
  {
    layout: 'PayPal',
    currency: 'EUR',
    file: `"Date","Heure","Fuseau horaire","Description","Devise","Avant commission","Commission","Net","Solde","Numéro de transaction",\
"Adresse email de l'expéditeur","Nom","Nom de la banque","Compte bancaire","Montant des frais de livraison et de traitement","TVA",\
"Identifiant de facture","Numéro de la transaction de référence"
"03/10/2026","10:00:00","Europe/Paris","Paiement de don","EUR","1 030,00","-10,85","1 019,15","1 119,15","6KL","paul@example.org","Paul Roy","",\
"","0,00","0,00","",""
`,
    lines: ['2026-10-03 | 101915 | Paiement de don | Paul Roy'],
    opening_balance: 10_000,
  },
]
