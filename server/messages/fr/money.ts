/** Payments, batches, prices, contribution rules and the ledger. */
export const money: Record<string, string> = {
  'There is no such membership price, or you cannot see it.':
    'Ce tarif d’adhésion n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such membership price group, or you cannot see it.':
    'Ce groupe de tarifs n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such donation price, or you cannot see it.':
    'Ce montant de don n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such campaign code, or you cannot see it.':
    'Ce code de campagne n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such transaction status, or you cannot see it.':
    'Ce statut n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such warning, or you cannot see it.': 'Cette alerte n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such transaction batch, or you cannot see it.':
    'Cette remise n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such transaction in this batch, or you cannot see it.':
    'Ce paiement n’est pas dans cette remise, ou vous ne pouvez pas le voir.',
  'There is no such transaction, or you cannot see it.': 'Ce paiement n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such transaction bundle, or you cannot see it.':
    'Ce paiement n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such reversal, or you cannot see it.':
    'Ce remboursement ou rejet n’existe pas, ou vous ne pouvez pas le voir.',
  'Payments name the code {0}, so it cannot change. Hide this campaign and add one with the new code.':
    'Des paiements portent le code {0} : il ne peut plus changer. Masquez cette campagne et ajoutez-en une avec le nouveau code.',
  'A campaign with the code {0} already exists.': 'Une campagne avec le code {0} existe déjà.',
  'must have codes of one line and at most {0} characters':
    'Chaque code tient sur une ligne et compte au plus {0:number} caractères.',
  'has one campaign twice, as {0}': 'La même campagne figure deux fois : {0}.',
  'is not the code of a country': 'Ce n’est pas le code d’un pays.',
  'This {0} is in use. {1}': '{0:transaction status=Ce statut est utilisé.|other=Cet élément est utilisé.} {1}',
  'It is the default for new payments: choose another default in the settings first.':
    'C’est la valeur par défaut des nouveaux paiements : choisissez-en d’abord une autre dans les réglages.',
  'Payments have the status {0}, so its kind cannot change. Archive it and add a status with the other kind.':
    'Des paiements ont le statut {0} : son type ne peut plus changer. Archivez-le et ajoutez un statut de l’autre type.',
  'has {0} of memberships and donations, and {1} of transactions':
    'Les adhésions et les dons font {0:amount}, et les versements {1:amount}',
  'has the amount {0}, and its price is {1}': 'Le montant est de {0:amount}, et le tarif de {1:amount}',
  'overlaps another membership of the same contact in this payment':
    'Cette adhésion en recouvre une autre du même contact dans ce paiement',
  'overlaps membership {0} of the same contact, in payment {1}':
    'Cette adhésion recouvre l’adhésion {0} du même contact, dans le paiement {1}',
  'names the campaign “{0}”, which is not among the campaign codes':
    'La campagne « {0} » ne figure pas dans les codes de campagne',
  'has the external id {0}, like another transaction of this payment':
    'La référence externe {0} figure déjà dans ce paiement',
  'has the external id {0}, like transaction {1} in payment {2}':
    'La référence externe {0} est déjà celle du versement {1}, dans le paiement {2}',
  'correct the amounts': 'corrigez les montants',
  'use the amount of the price, or a price that allows other amounts':
    'reprenez le montant du tarif, ou choisissez un tarif à montant libre',
  'correct its dates': 'corrigez ses dates',
  'correct the code, or add it to the campaign codes first':
    'corrigez le code, ou ajoutez-le d’abord aux codes de campagne',
  'correct the external id, or record the payment only once':
    'corrigez la référence, ou ne saisissez le paiement qu’une fois',
  'Contribution rule {0}: {1}.': 'Règle de versement ({0:word}) : {1}.',
  'a person may pay at most {0} in cash at once. Ask for the payment by cheque, transfer, direct debit or card':
    'une personne peut verser au plus {0:amount} en espèces en une fois. Demandez un chèque, un virement, un prélèvement ou une carte',
  'in {0}, gifts and dues together': 'en {0}, dons et cotisations compris',
  'for the campaign {0}': 'pour la campagne {0}',
  'without a campaign code': 'sans code de campagne',
  'a person may pay at most {0} {1}. {2} for contact {3}. {4} or cancel an earlier payment{5}, or return the money':
    'une personne peut verser au plus {0:amount} {1}. {2} pour le contact {3}. {4} ou annulez un paiement antérieur{5}, ou restituez la somme',
  ' of {0}': ' de {0}',
  'Nothing is left': 'Il ne reste rien',
  '{0} can be added': 'Il est possible d’ajouter {0:amount}',
  '{0} are left': 'Il reste {0:amount}',
  Refund: 'Remboursez',
  'Add at most that, refund': 'Ajoutez au plus cette somme, remboursez',
  'Record at most that, refund': 'Saisissez au plus cette somme, remboursez',
  'legal persons may not pay, and contact {0} has the tag “{1}”. Record the payment for the natural person who paid it, or remove the tag if it is wrong':
    'les personnes morales ne peuvent pas verser, et le contact {0} porte l’étiquette « {1} ». Saisissez le paiement pour la personne physique qui a payé, ou retirez l’étiquette si elle est fausse',
  'only nationals and residents of {0} may pay, and contact {1} has the nationality {2} and lives in {3}. Correct the contact if this is wrong, or return the money':
    'seules les personnes de nationalité ou résidant dans ces pays peuvent verser : {0}. Le contact {1} a la nationalité {2} et réside en {3}. Corrigez la fiche si c’est faux, ou restituez la somme',
  '{0} is dated {1}, and that period is closed. Use a date in an open period, or ask a treasurer to open this one.':
    '{0:}La date du {1:date} tombe dans une période clôturée. Choisissez une date dans une période ouverte, ou demandez à la trésorerie de rouvrir celle-ci.',
  'The {0}': 'L’opération {0:word}',
  'Contact {0} has more than {1} payments, too many to move at once. Merge the other way round.':
    'Le contact {0} a plus de {1:number} paiements : c’est trop pour les déplacer en une fois. Faites la fusion dans l’autre sens.',

  'The opening balances of {0} would be booked on {1}, and the ledger is validated until {2}. Remove them first.':
    'Les à-nouveaux de {0} seraient passés au {1:date}, alors que la comptabilité est validée jusqu’au {2:date}. Retirez-les d’abord.',
  'The account {0} has an opening balance in {1}, so it cannot be their counterpart.':
    'Le compte {0} a un à-nouveau en {1} : il ne peut pas en être la contrepartie.',
  'The year {0} ends on {1}. Its file can be downloaded after that day, once the ledger is validated until then.':
    'L’exercice {0} se termine le {1:date}. Son fichier sera disponible après cette date, une fois la comptabilité validée jusque-là.',
  'The year {0} is not validated to its end. Validate the ledger until {1} first.':
    'L’exercice {0} n’est pas validé jusqu’à sa fin. Validez d’abord la comptabilité jusqu’au {1:date}.',
  'The year {0} has entries in {1}. The file must be in euros, and there are no exchange rates.':
    'L’exercice {0} a des écritures en {1}. Le fichier doit être en euros, et il n’y a pas de taux de change.',
  'must not have {0} both for money and for something else':
    'Le compte {0} ne peut pas servir à la fois à la trésorerie et à autre chose.',
  'must be before today, {0}': 'Choisissez une date avant aujourd’hui ({0:date}).',
  'The ledger is validated until {0}, which cannot be taken back.':
    'La comptabilité est validée jusqu’au {0:date}, et c’est définitif.',
  'The ledger is validated until {0}, so the opening balances of {1} cannot change.':
    'La comptabilité est validée jusqu’au {0:date} : les à-nouveaux de {1} ne changent plus.',
  'What accounts held on {0} was carried forward when the year before was validated. It needs no opening balances.':
    'Les soldes au {0:date} ont été repris à la validation de l’exercice précédent : il n’y a pas d’à-nouveaux à saisir.',
  'What accounts hold on {0} is carried forward: opening balances are entered once, and here they are those of {1}. Change those, or remove them first.':
    'Les soldes au {0:date} sont repris tout seuls : les à-nouveaux ne se saisissent qu’une fois, ici au {1:date}. Modifiez ceux-là, ou retirez-les d’abord.',
  'must have equal debits and credits; they differ by {0}':
    'Les débits et les crédits doivent être égaux : l’écart est de {0}.',
  'is not a day of the year': 'Ce jour n’existe pas dans l’année.',
  'Entries are validated and numbered by accounting year, so its end cannot change.':
    'Des écritures sont validées et numérotées par exercice : sa date de fin ne peut plus changer.',
  'must name each payment method once': 'Indiquez chaque moyen de paiement une seule fois.',
  'must be an account of its own: another setting has it too':
    'Ce compte sert déjà à un autre réglage : choisissez-en un à part.',
  'must not be the account of a bank account': 'Ce compte est celui d’un compte bancaire : choisissez-en un autre.',
  'must name prices of your space by their id': 'Ce tarif n’existe pas dans votre espace.',
  'Payments are still being posted to the ledger. Try again in some minutes.':
    'Des paiements sont en cours de comptabilisation. Réessayez dans quelques minutes.',
  'must have either a debit or a credit': 'Indiquez un débit ou un crédit, pas les deux.',
  'is the counterpart of opening balances; use another one':
    'Ce compte est la contrepartie des à-nouveaux : choisissez-en un autre.',
  'The file is named after your SIREN, which is missing. Enter it in the settings of the space or of the ledger.':
    'Le nom du fichier contient votre numéro SIREN, qui manque. Saisissez-le dans les réglages de l’organisation ou de la comptabilité.',
  'is used for something else in the settings of the ledger':
    'Ce compte sert à autre chose dans les réglages de la comptabilité.',
  'is not a price group of your space': 'Ce groupe de tarifs n’existe pas dans votre espace.',
  'cannot be combined with date_from or date_to': 'Choisissez une période ou des dates, pas les deux.',
  'must not be before date_from': 'La fin ne peut pas précéder le début.',
  'must not be before the start': 'La fin ne peut pas précéder le début.',
  'This warning is settled already.': 'Cette alerte est déjà classée.',
  'A batch holds at most {0} transactions and this one already has {1}.':
    'Une remise compte au plus {0:number} paiements, et celle-ci en a déjà {1:number}.',
  'has {0}, which is not a transaction of your space': 'Le paiement {0} n’existe pas dans votre espace.',
  'Payment {0} is already in batch {1} (transaction {2}).':
    'Le paiement n° {0} est déjà dans la remise {1} (transaction {2}).',
  'has {0}, which is in {1} while the batch is in {2}': 'Le paiement {0} est en {1}, alors que la remise est en {2}.',
  'Batch {0} has {1} transactions of {2} in total, but {3} of {4} are expected. Find the difference first.':
    'La remise {0} contient {1} paiements pour {2} centimes, alors que {3} pour {4} centimes sont attendus. Cherchez d’abord l’écart.',
  'Batch {0} is already open.': 'La remise {0} est déjà ouverte.',
  'Batch {0} is {1}; only a closed batch can be marked as deposited.':
    'La remise {0} est {1:open=ouverte|closed=fermée|deposited=déposée|other=dans un autre état} : seule une remise fermée peut être marquée comme déposée.',
  'Batch {0} is {1}; reopen it first.':
    'La remise {0} est {1:open=ouverte|closed=fermée|deposited=déposée|other=dans un autre état} : rouvrez-la d’abord.',
  'One of these transactions is already in another batch.': 'L’un de ces paiements est déjà dans une autre remise.',
  'The sum of these transactions is too large.': 'Le total de ces paiements est trop élevé.',
  'This payment is in batch {0}, which is closed. Reopen the batch first.':
    'Ce paiement est dans la remise {0}, qui est fermée. Rouvrez-la d’abord.',
  'This payment is in batch {0}, which has one currency. Take the payment out of it first.':
    'Ce paiement est dans la remise {0}, qui n’a qu’une devise. Retirez-en d’abord le paiement.',
  'gives a page of more than {0} bytes here; ask for {1} or less':
    'Cette page dépasserait {0:number} octets : demandez {1} lignes ou moins.',
  'This refund or return is matched to the bank line of {0}. Undo the match first.':
    'Ce remboursement ou rejet est rapproché de la ligne bancaire du {0:date}. Annulez d’abord le rapprochement.',
  'This payment is matched to the bank line of {0}. Undo the match first.':
    'Ce paiement est rapproché de la ligne bancaire du {0:date}. Annulez d’abord le rapprochement.',
  'would make the bundle larger than {0} bytes; record what is new in a bundle of its own':
    'Ce paiement dépasserait {0:number} octets : saisissez la suite dans un autre paiement.',
  'Reversal {0} is cancelled already.': 'Le remboursement ou rejet {0} est déjà annulé.',
  'Reversal {0} is not part of what is recorded any more.': 'Le remboursement ou rejet {0} n’est plus enregistré.',
  'must be {0}, the bundle in the address': 'Ce numéro doit être {0}, celui du paiement dans l’adresse.',
  'A bundle with the origin {0} already exists. To record it again, delete that one first; ?origin= of the list finds it.':
    'Un paiement avec l’origine {0} existe déjà. Pour le saisir à nouveau, supprimez d’abord l’autre (?origin= dans la liste le trouve).',
  'body.data.transactions must have at least 1 item.': 'Ajoutez au moins un versement.',
  'is not a {0} of your space':
    '{0:membership price=Ce tarif d’adhésion|donation price=Ce montant de don|other=Ce statut} n’existe pas dans votre espace.',
  '{0} is {1} and cannot be lowered: numbers would be reused.':
    '{0:batch_serial=Le numéro de remise|membership_serial=Le numéro d’adhérent|other=Le compteur} est à {1} et ne peut pas être abaissé : des numéros seraient réutilisés.',
}
