// Why a row is not imported, in English and French. Names in braces are replaced.

/** Reasons about one cell. They begin with its value. */
const cells = {
  negative: {
    en: '“{value}” is negative; a refund is a status of its payment, not a payment.',
    fr: '« {value} » est négatif : un remboursement est un statut de son paiement, pas un paiement.',
  },
  too_many_decimals: {
    en: '“{value}” has more decimals than {currency}. Correct the amount.',
    fr: '« {value} » a plus de décimales que la devise {currency}. Corrigez le montant.',
  },
  too_large: {
    en: '“{value}” is too large. Correct the amount.',
    fr: '« {value} » est trop grand. Corrigez le montant.',
  },
  not_an_amount: {
    en: '“{value}” is not an amount such as 1234.50.',
    fr: '« {value} » n’est pas un montant. Écrivez-le par exemple 1234,50.',
  },
  ambiguous_amount: {
    en: '“{value}” is ambiguous; add --decimal point or --decimal comma.',
    fr: '« {value} » est ambigu : ajoutez --decimal point ou --decimal comma.',
  },
  other_currency: {
    en: '“{value}” is not an amount in {currency}. Correct the amount or the currency.',
    fr: '« {value} » n’est pas un montant en {currency}. Corrigez le montant ou la devise.',
  },
  not_a_currency: {
    en: '“{value}” is not a currency code such as EUR.',
    fr: '« {value} » n’est pas un code de devise. Écrivez-le par exemple EUR.',
  },
  not_a_date: {
    en: '“{value}” is not a date such as 2026-12-31.',
    fr: '« {value} » n’est pas une date. Écrivez-la par exemple 2026-12-31.',
  },
  invalid_date: {
    en: '“{value}” is not a valid date. Correct it.',
    fr: '« {value} » n’est pas une date valide. Corrigez-la.',
  },
  invalid_time: {
    en: '“{value}” is not a valid time. Correct it.',
    fr: '« {value} » n’est pas une heure valide. Corrigez-la.',
  },
  ambiguous_date: {
    en: '“{value}” is ambiguous; add --dates day-first or --dates month-first.',
    fr: '« {value} » est ambigu : ajoutez --dates day-first ou --dates month-first.',
  },
  date_out_of_range: {
    en: '“{value}” is out of range. Correct the date.',
    fr: '« {value} » est trop loin dans le passé ou le futur. Corrigez la date.',
  },
  end_too_late: {
    en: '“{value}” is more than {years} years away; for a membership for life, leave the end empty and use a lifetime price.',
    fr: '« {value} » est dans plus de {years} ans : pour une adhésion à vie, laissez la fin vide et utilisez un tarif à vie.',
  },
  unknown_status: {
    en: '“{value}” is not a known status; map it with --values to completed, pending, refunded, failed, returned or cancelled.',
    fr: '« {value} » n’est pas un statut connu : associez-le par --values à completed, pending, refunded, failed, returned ou cancelled.',
  },
  unknown_kind: {
    en: '“{value}” is neither a membership nor a donation; map it with --values.',
    fr: '« {value} » n’est ni une adhésion ni un don : associez-le par --values à membership ou donation.',
  },
  unknown_method: {
    en: '“{value}” is not a payment method of the space; map it with --values to {methods}.',
    fr: '« {value} » n’est pas un moyen de paiement de l’espace : associez-le par --values à {methods}.',
  },
  not_yes_or_no: {
    en: '“{value}” is neither yes nor no. Correct it.',
    fr: '« {value} » n’est ni oui ni non. Corrigez-le.',
  },
  not_a_mail: {
    en: '“{value}” is not an e-mail address. Correct it or leave it empty.',
    fr: '« {value} » n’est pas une adresse e-mail. Corrigez-la ou laissez-la vide.',
  },
}

/** Reasons about several cells. */
const rows = {
  unclosed_quote: {
    en: 'It has an opening quotation mark without a closing one. Add it.',
    fr: 'Un guillemet ouvert n’est pas fermé. Fermez-le.',
  },
  too_many_cells: {
    en: 'It has more cells than columns. An amount or a text with a comma may lack quotation marks.',
    fr: 'Il y a plus de cases que de colonnes. Un montant ou un texte avec une virgule n’est peut-être pas entre guillemets.',
  },
  missing: {
    en: 'It has no {field}. Add it, or name its column with --map.',
    fr: 'Il manque « {field} ». Ajoutez-le, ou indiquez sa colonne par --map.',
  },
  long_id: {
    en: 'Its id has more than 200 characters or several lines. Correct it.',
    fr: 'Son identifiant a plus de 200 caractères ou plusieurs lignes. Corrigez-le.',
  },
  partly_refunded_without_amount: {
    en: 'It is partially refunded, and no column gives the amount. Add a column and name it with --map refunded=….',
    fr: 'Le paiement est remboursé en partie, et aucune colonne ne dit combien. Ajoutez-en une et indiquez-la par --map refunded=….',
  },
  partly_paid_without_amount: {
    en: 'It is partially paid, and no column gives the amount paid. Add a column and name it with --map received=….',
    fr: 'Le paiement est partiel, et aucune colonne ne dit combien a été payé. Ajoutez-en une et indiquez-la par --map received=….',
  },
  paid_too_much: {
    en: 'It is partially paid, and the amount paid is not smaller than the amount. Correct one of them.',
    fr: 'Le paiement est partiel, et le montant payé n’est pas inférieur au montant. Corrigez l’un des deux.',
  },
  refunded_nothing: {
    en: 'Its status is refunded, and its refunded amount is 0. Correct one of them.',
    fr: 'Son statut est « remboursé », et le montant remboursé est 0. Corrigez l’un des deux.',
  },
  refunded_unpaid: {
    en: 'It was not paid, and has a refunded amount. Correct one of them.',
    fr: 'Le paiement n’a pas été reçu, et un montant est remboursé. Corrigez l’un des deux.',
  },
  refund_too_large: {
    en: 'The refunded amount is larger than the amount. Correct one of them.',
    fr: 'Le montant remboursé dépasse le montant. Corrigez l’un des deux.',
  },
  refund_date_of_paid: {
    en: 'Its status says that it is paid, and it has a date of refund. Correct one of them.',
    fr: 'Son statut dit qu’il est payé, et il a une date de remboursement. Corrigez l’un des deux.',
  },
  period_closed: {
    en: 'It is dated {date}, and that period is closed. Use a date in an open period, or ask a treasurer to open this one.',
    fr: 'Le paiement est daté du {date}, dans une période close. Changez la date, ou demandez à un trésorier d’ouvrir cette période.',
  },
  membership_period_closed: {
    en: 'Its membership is dated {date}, and that period is closed. Use a date in an open period, or ask a treasurer to open this one.',
    fr: 'L’adhésion est datée du {date}, dans une période close. Changez la date, ou demandez à un trésorier d’ouvrir cette période.',
  },
  no_status: {
    en: 'The space has no status of the kind {kind}. Create one in the settings of payments.',
    fr: 'L’espace n’a pas de statut de type {kind}. Créez-en un dans les réglages des paiements.',
  },
  no_membership: {
    en: 'It does not name its membership. Name it with --membership.',
    fr: 'L’adhésion n’est pas nommée. Indiquez-la par --membership.',
  },
  several_prices: {
    en: 'Several memberships of the space are named “{name}”. Rename one of them.',
    fr: 'Plusieurs adhésions de l’espace s’appellent « {name} ». Renommez-en une.',
  },
  unknown_membership: {
    en: '“{name}” is not a membership of the space, which has {known}. Create it, or map it with --values.',
    fr: '« {name} » n’est pas une adhésion de l’espace, qui a {known}. Créez-la, ou associez-la par --values.',
  },
  unknown_memberships: {
    en:
      'The payer has the membership “{name}”, which the space does not have; it has {known}. Create it, map it with ' +
      '--values, or import every row as a gift with --map payer_memberships=.',
    fr:
      'Le payeur a l’adhésion « {name} », que l’espace n’a pas ; il a {known}. Créez-la, associez-la par --values, ou ' +
      'importez toutes les lignes comme dons par --map payer_memberships=.',
  },
  several_memberships: {
    en: 'The payer has several memberships, {names}, and none has this price. Leave the one that was paid in the cell.',
    fr: 'Le payeur a plusieurs adhésions, {names}, et aucune n’est à ce prix. Ne laissez dans la case que celle qui a été payée.',
  },
}

/** Reasons about the payer. */
const payers = {
  no_payer: {
    en: 'It has no payer: neither an ID nor a mail. Add one of them.',
    fr: 'Il manque le payeur : ni identifiant ni e-mail. Ajoutez l’un des deux.',
  },
  long_payer_id: {
    en: 'The ID of the payer has more than 500 characters. Correct it.',
    fr: 'L’identifiant du payeur a plus de 500 caractères. Corrigez-le.',
  },
  several_contacts: {
    en: 'The payer matches several contacts, such as {first} and {second}. Merge them, or add their IDs to the file.',
    fr: 'Le payeur correspond à plusieurs contacts, comme {first} et {second}. Fusionnez-les, ou ajoutez leur identifiant au fichier.',
  },
  id_and_mail_differ: {
    en: 'The ID {id} belongs to contact {first}, the mail {mail} to another. Correct one of them.',
    fr: 'L’identifiant {id} est celui du contact {first}, l’e-mail {mail} celui d’un autre. Corrigez l’un des deux.',
  },
  mail_of_other: {
    en: 'The mail {mail} belongs to contact {first}, whose ID is {known}, not {id}. Correct one of them.',
    fr: 'L’e-mail {mail} est celui du contact {first}, dont l’identifiant est {known} et non {id}. Corrigez l’un des deux.',
  },
  no_contact: {
    en: 'No contact has {payer}. Import the contacts first, or create them with --create-contacts.',
    fr: 'Aucun contact n’a {payer}. Importez d’abord les contacts, ou créez-les par --create-contacts.',
  },
  restricted: {
    en: 'The person with {payer} asked for the restriction of their data. If the payment must be recorded, enter it by hand.',
    fr: 'La personne avec {payer} a demandé la limitation du traitement de ses données. Si le paiement doit être enregistré, saisissez-le.',
  },
  erased: {
    en: 'The person with {payer} was erased. If the payment must be recorded, enter it by hand.',
    fr: 'Les données de la personne avec {payer} ont été effacées. Si le paiement doit être enregistré, saisissez-le.',
  },
  contact_refused: {
    en: 'No contact can be created for the payer: {detail}',
    fr: 'Aucun contact ne peut être créé pour le payeur : {detail}',
  },
}

/** Reasons about a payment that exists already. */
const existing = {
  same_id: {
    en:
      'Row {row} has the same id {id} and differs. Correct one of them; if they are gifts to several recipients, name ' +
      'that column with --map recipient=….',
    fr:
      'La ligne {row} a le même identifiant {id} et diffère. Corrigez l’une des deux ; si ce sont des dons à plusieurs ' +
      'bénéficiaires, indiquez leur colonne par --map recipient=….',
  },
  other_amount: {
    en: 'It exists as bundle {bundle} with {stored}, in the file with {amount}. Correct it in Muster, or use --source for another program.',
    fr: 'Le paiement existe (n° {bundle}) avec {stored}, dans le fichier {amount}. Corrigez-le dans Muster, ou séparez les logiciels par --source.',
  },
  other_date: {
    en: 'It exists as bundle {bundle} of {stored}, in the file of {date}. Correct it in Muster, or use --source for another program.',
    fr: 'Le paiement existe (n° {bundle}) au {stored}, dans le fichier au {date}. Corrigez-le dans Muster, ou séparez les logiciels par --source.',
  },
  other_payer: {
    en: 'It exists as bundle {bundle}, paid by contact {stored}, in the file by {payer}. Correct it in Muster, or use --source for another program.',
    fr:
      'Le paiement existe (n° {bundle}), payé par le contact {stored}, dans le fichier par {payer}. Corrigez-le dans ' +
      'Muster, ou séparez les logiciels par --source.',
  },
  other_status: {
    en: 'It exists as bundle {bundle} with the status {stored}, in the file it is {kind}. Record the change in Muster.',
    fr: 'Le paiement existe (n° {bundle}) avec le statut {stored}, dans le fichier {kind}. Enregistrez le changement dans Muster.',
  },
  other_unpaid: {
    en: 'It exists as bundle {bundle}, of which {stored} was not paid; in the file {amount} is not paid. Record the change in Muster.',
    fr: 'Le paiement existe (n° {bundle}), dont {stored} non payés ; dans le fichier {amount} ne sont pas payés. Enregistrez le changement dans Muster.',
  },
  deleted_meanwhile: {
    en: 'The payment was deleted during the import. Import it again.',
    fr: 'Le paiement a été supprimé pendant l’import. Importez-le de nouveau.',
  },
  refused_by_server: {
    en: 'Refused by Muster: {detail}',
    fr: 'Refusé par Muster : {detail}',
  },
}

/** Rows that are not money. They are left out, and do not stop the import. */
const skipped = {
  test_payment: {
    en: 'A test payment: no money was received. Nothing to do.',
    fr: 'Paiement de test : rien n’a été encaissé. Rien à faire.',
  },
  template: {
    en: 'A template of a recurring payment, not a payment. Nothing to do: its payments are rows of their own.',
    fr: 'Modèle d’un paiement récurrent, pas un paiement. Rien à faire : ses paiements ont leurs propres lignes.',
  },
  failed_attempt: {
    en: 'The payment failed: no money was received. Nothing to do; if it was paid later, that is another row.',
    fr: 'Le paiement a échoué : rien n’a été encaissé. Rien à faire ; s’il a été payé plus tard, c’est une autre ligne.',
  },
  cancelled_before_payment: {
    en: 'It was cancelled before it was paid: no money was received. If it was, add the date of payment to the row.',
    fr: 'Annulé avant le paiement : rien n’a été encaissé. Sinon, ajoutez la date du paiement à la ligne.',
  },
}

export const sentences = { ...cells, ...rows, ...payers, ...existing, ...skipped }
