/** Bank accounts, statements, lines and files. */
export const bank: Record<string, string> = {
  'is not a valid IBAN: {0}': 'Cet IBAN n’est pas valide : {0}.',
  'must be an account of its own: the settings of the ledger have {0} for something else':
    'Choisissez un compte à part : le {0} sert à autre chose dans les réglages de la comptabilité.',
  'Bank account "{0}" has statements. Archive it instead of deleting it.':
    'Le compte « {0} » a des relevés. Archivez-le au lieu de le supprimer.',
  'Bank account "{0}" has this IBAN already.': 'Le compte « {0} » a déjà cet IBAN.',
  'Bank account "{0}" has {1} in the ledger already. {2} is free: send it as ledger_account.':
    'Le compte bancaire « {0} » utilise déjà le compte {1} de la comptabilité. Le {2} est libre : utilisez-le.',
  'The bank line of {0} is matched to {1} in the ledger. Undo that match first, or send another ledger_account.':
    'La ligne bancaire du {0:date} est rapprochée du compte {1}. Annulez d’abord ce rapprochement, ou choisissez un autre compte.',
  'is missing: give the column of signed amounts, or both the columns of debits and of credits':
    'Indiquez la colonne des montants signés, ou les deux colonnes des débits et des crédits.',
  'There is no such bank account, or you cannot see it.':
    'Ce compte bancaire n’existe pas, ou vous ne pouvez pas le voir.',
  'Lines of this bank account are matched and booked to its account in the ledger. Undo the matches first.':
    'Des lignes de ce compte sont rapprochées et comptabilisées. Annulez d’abord les rapprochements.',
  'must sum up to {0}, the amount of the line, and their sum is {1}':
    'Le total doit être de {0}, le montant de la ligne, et il est de {1}.',
  'must be {0} for a {1}':
    'Le montant doit être {0:positive=positif|other=négatif} pour {1:payment=un paiement|refund=un remboursement|other=un rejet}.',
  'is too large for a line of {0}: send an amount between -{1} and {2}':
    'Ce montant est trop élevé pour une ligne de {0} : indiquez un montant entre -{1} et {2}.',
  'is the account of "{0}". For money between two bank accounts use an account for transfers':
    'C’est le compte de « {0} ». Entre deux comptes bancaires, utilisez un compte de virements internes.',
  'Payment {0} was deleted. Choose another one.': 'Le paiement {0} a été supprimé. Choisissez-en un autre.',
  'is a payment in {0}, and the bank account is in {1}': 'Ce paiement est en {0}, et le compte bancaire en {1}.',
  'Payment {0} of {1} is not expected at the bank: its status says that the money did not come in. Change its status first.':
    'Le paiement {0} ({1}) n’est pas attendu à la banque : d’après son statut, l’argent n’est pas arrivé. Changez d’abord son statut.',
  'Payment {0} was cancelled. Change its status first.': 'Le paiement {0} a été annulé. Changez d’abord son statut.',
  'Payment {0} is matched to the bank line of {1} already.':
    'Le paiement {0} est déjà rapproché de la ligne bancaire du {1:date}.',
  'Payment {0} is matched already.': 'Le paiement {0} est déjà rapproché.',
  'Only {0} of payment {1} is left to match.': 'Il ne reste que {0} du paiement {1} à rapprocher.',
  'must not be more than {0}, which is what is left of the payment': 'Ne dépassez pas {0}, ce qui reste du paiement.',
  'The bank line of {0} is {1} already. Undo that first.':
    'La ligne bancaire du {0:date} est déjà {1:matched=rapprochée|ignored=ignorée|other=traitée}. Annulez cela d’abord.',
  'The bank line of {0} is open already. There is nothing to undo.':
    'La ligne bancaire du {0:date} est déjà ouverte. Il n’y a rien à annuler.',
  'Payment {0} was recorded from this line and changed since, so undoing would lose the changes. Undo with keep_payments to open the line and keep the payment.':
    'Le paiement {0} a été saisi depuis cette ligne puis modifié : l’annulation perdrait ces modifications. Annulez en gardant le paiement pour rouvrir seulement la ligne.',
  'The proposal has nothing to accept.': 'Cette proposition n’a rien à accepter.',
  'is there twice; send one match with the sum':
    'Cet élément figure deux fois : faites un seul rapprochement avec le total.',
  'must not be 0': 'Le montant ne peut pas être nul.',
  'This line took money from the account. Only money that came in can become a payment.':
    'Cette ligne est une sortie d’argent. Seule une entrée peut devenir un paiement.',
  'is not a transaction of your space': 'Ce paiement n’existe pas dans votre espace.',
  'is too much: nothing is left of the payment, all of it went back':
    'C’est trop : il ne reste rien de ce paiement, tout a été rendu.',
  'There is no such bank line, or you cannot see it.':
    'Cette ligne bancaire n’existe pas, ou vous ne pouvez pas la voir.',
  'The month {0} is not closed.': 'Le mois {0} n’est pas clôturé.',
  'The month {0} has not ended yet.': 'Le mois {0} n’est pas encore terminé.',
  'The month {0} is before the first line of this bank account.': 'Le mois {0} précède la première ligne de ce compte.',
  'The month {0} is closed already.': 'Le mois {0} est déjà clôturé.',
  'One line until the end of {0} is open. Match or ignore it first.':
    'Une ligne jusqu’à la fin du mois {0} est ouverte. Rapprochez-la ou ignorez-la d’abord.',
  '{0} lines until the end of {1} are open. Match or ignore them first.':
    '{0:number} lignes jusqu’à la fin du mois {1} sont ouvertes. Rapprochez-les ou ignorez-les d’abord.',
  'The month {0} is not closed. Close it first.': 'Le mois {0} n’est pas clôturé. Clôturez-le d’abord.',
  'There is no such month, or you cannot see it.': 'Ce mois n’existe pas, ou vous ne pouvez pas le voir.',
  'The month {0} of this bank account is closed. Open it again to change its lines.':
    'Le mois {0} de ce compte est clôturé. Rouvrez-le pour modifier ses lignes.',
  'The month {0} of this bank account is closed, and its balance counts the lines before it. Open it again to change them.':
    'Le mois {0} de ce compte est clôturé, et son solde compte les lignes précédentes. Rouvrez-le pour les modifier.',
  'This file gives another balance before the first line, which would change the closed month {0}. Open that month again to import it.':
    'Ce fichier donne un autre solde avant la première ligne, ce qui changerait le mois clôturé {0}. Rouvrez ce mois pour importer le fichier.',
  'is not for the kind {0}': 'Ce champ ne vaut pas pour ce type ({0:word}).',
  'is required for the kind {0}': 'Ce champ est obligatoire pour ce type ({0:word}).',
  'A space has at most {0} bank rules. Delete one first.':
    'Un espace a au plus {0:number} règles bancaires. Supprimez-en d’abord une.',
  'is not a {0} price of your space':
    '{0:membership=Ce tarif d’adhésion|other=Ce montant de don} n’existe pas dans votre espace.',
  'must be an IBAN, such as FR76 3000 6000 0112 3456 7890 189':
    'Indiquez un IBAN, comme FR76 3000 6000 0112 3456 7890 189.',
  'must contain two letters or digits': 'Saisissez au moins deux lettres ou chiffres.',
  'must not be below amount_min': 'Le montant maximal ne peut pas être inférieur au minimal.',
  'must have text_contains, counterparty_iban, amount_min or amount_max':
    'Indiquez au moins un critère : un texte, un IBAN ou un montant.',
  'There is no such bank rule, or you cannot see it.':
    'Cette règle bancaire n’existe pas, ou vous ne pouvez pas la voir.',
  'is not a bank account of your space': 'Ce compte bancaire n’existe pas dans votre espace.',
  'is not a campaign code of your space': 'Ce code campagne n’existe pas dans votre espace.',

  'The file is of the account {0}, but you chose {1} ({2}).':
    'Le fichier est celui du compte {0}, mais vous avez choisi {1} ({2}).',
  'The bank account {0} is archived. Restore it to import files.':
    'Le compte bancaire {0} est archivé. Rétablissez-le pour importer des fichiers.',
  'The file is in {0}, but the bank account {1} is in {2}.': 'Le fichier est en {0}, mais le compte {1} est en {2}.',
  '{0} may be several of your bank accounts. Choose one with bank_account_id.':
    '{0} peut correspondre à plusieurs de vos comptes. Choisissez-en un.',
  'The file is of the account {0}, which is none of your bank accounts. Add it first.':
    'Le fichier est celui du compte {0}, qui ne figure pas dans vos comptes. Ajoutez-le d’abord.',
  'The file does not name its account. Choose one with bank_account_id.':
    'Le fichier n’indique pas son compte. Choisissez-en un.',
  'The balance of {0} would be too large.': 'Le solde de {0} serait trop élevé.',
  'The opening balance would be too large.': 'Le solde initial serait trop élevé.',
  'The file has more than {0} statements. Export a shorter period.':
    'Le fichier a plus de {0:number} relevés. Exportez une période plus courte.',
  'The file has a line of {0} with {1} ({2}) that is not in the statement from {3} to {4}, which was imported before. Check which of the files is right.':
    'Le fichier a une ligne du {0:date} de {1:amount} ({2}) absente du relevé du {3:date} au {4:date} déjà importé. Vérifiez lequel des fichiers est le bon.',
  'A line of {0} with {1} was imported before and is missing in this file. Check which of the files is right.':
    'Une ligne du {0:date} de {1:amount} déjà importée manque dans ce fichier. Vérifiez lequel des fichiers est le bon.',
  'The statement begins on {0} with {1}, but the lines imported until {2} end with {3}. Import the statements in between first, or check the lines of these days.':
    'Le relevé commence le {0:date} à {1:amount}, mais les lignes importées jusqu’au {2:date} finissent à {3:amount}. Importez d’abord les relevés intermédiaires, ou vérifiez les lignes de ces jours.',
  'The file has a line of {0} with {1} ({2}), but later lines were imported whose balances do not count it. Check which of the files is right.':
    'Le fichier a une ligne du {0:date} de {1:amount} ({2}), mais les soldes des lignes suivantes déjà importées ne la comptent pas. Vérifiez lequel des fichiers est le bon.',
  'The line of {0} is {1}. Undo that first, then delete the statement.':
    'La ligne du {0:date} est {1:matched=rapprochée|ignored=ignorée|other=traitée}. Annulez cela, puis supprimez le relevé.',
  'The statement {0} until {1} continues this one. Delete that first.':
    'Le relevé {0}, jusqu’au {1:date}, fait suite à celui-ci. Supprimez-le d’abord.',
  'There is no such bank statement, or you cannot see it.': 'Ce relevé n’existe pas, ou vous ne pouvez pas le voir.',

  'Entry {0}, line {1}': 'Écriture {0}, ligne {1}',
  'Line {0}': 'Ligne {0}',
  'Row {0}': 'Ligne {0}',
  'File {0}': 'Fichier {0}',
  'Statement {0}': 'Relevé {0}',
  'Statement of {0}': 'Relevé du {0:date}',
  'the statement has more than {0} elements beside its entries.':
    'le relevé a plus de {0:number} éléments en dehors des écritures.',
  'the account {0} is not a valid IBAN.': 'le compte {0} n’est pas un IBAN valide.',
  'the entry has more than {0} transactions. Export it without details.':
    'l’écriture a plus de {0:number} opérations. Exportez-la sans détails.',
  'the amount is in {0}, but the account is in {1}.': 'le montant est en {0}, mais le compte en {1}.',
  'the file should be in {0}, but a character is not. Save it in UTF-8, or download it again from the bank.':
    'le fichier devrait être en {0}, mais un caractère ne l’est pas. Enregistrez-le en UTF-8, ou téléchargez-le à nouveau.',
  'The character set {0} is unknown. Save the file in UTF-8.':
    'Le jeu de caractères {0} est inconnu. Enregistrez le fichier en UTF-8.',
  'it has {0} columns, but the mapping of the account uses column {1}. Change the mapping or choose another file.':
    'elle a {0} colonnes, mais les réglages du compte utilisent la colonne {1}. Changez les réglages ou choisissez un autre fichier.',
  'it has {0} columns in place of {1}. The file may be incomplete.':
    'elle a {0} colonnes au lieu de {1}. Le fichier est peut-être incomplet.',
  'the balance {0} does not follow from the line before, which gives {1}. A line may be missing.':
    'le solde {0:amount} ne suit pas la ligne précédente, qui donne {1:amount}. Il manque peut-être une ligne.',
  '“{0}”': '« {0} »',
  '{0} is not a day written as {1}.': '{0} n’est pas une date au format {1}.',
  '{0} is not an amount with “{1}” before the cents.': '{0} n’est pas un montant avec « {1} » devant les centimes.',
  'The file has more than {0} lines. Export a shorter period.':
    'Le fichier a plus de {0:number} lignes. Exportez une période plus courte.',
  'The file has more than {0} line breaks. Export a shorter period.':
    'Le fichier a plus de {0:number} retours à la ligne. Exportez une période plus courte.',
  'the statement has no {0}. The file may be incomplete: download it again.':
    'un élément manque au relevé ({0:word}). Le fichier est peut-être incomplet : téléchargez-le à nouveau.',
  'the balances are in {0} and {1}.': 'les soldes sont en {0} et en {1}.',
  'field {0} must be a balance such as C261031EUR1234,56, not {1}.':
    'le champ {0} doit être un solde comme C261031EUR1234,56, et non {1}.',
  'field 61 must be a movement such as 2610311031C25,00NTRFREF//BANK, not {0}.':
    'le champ 61 doit être un mouvement comme 2610311031C25,00NTRFREF//BANK, et non {0}.',
  'the transaction has no {0}.': 'il manque {0} à l’opération.',
  '{0} is not a day. A day is written as 20261031.': '{0} n’est pas une date. Une date s’écrit 20261031.',
  'This file is not a bank statement: none of its rows has a date and an amount.':
    'Ce fichier n’est pas un relevé bancaire : aucune de ses lignes n’a de date et de montant.',
  'This is a file of a spreadsheet or a text editor. Save it as CSV, and send that file.':
    'C’est un fichier de tableur ou de traitement de texte. Enregistrez-le au format CSV, et envoyez ce fichier-là.',
  'This is not a text file. {0}': 'Ce n’est pas un fichier texte. {0}',
  'Send camt.053, camt.054, MT940, OFX or CSV, as a file or in a zip archive.':
    'Envoyez un fichier camt.053, camt.054, MT940, OFX ou CSV, seul ou dans une archive zip.',
  'The file has no statements. {0}': 'Le fichier ne contient aucun relevé. {0}',
  'For a CSV file, choose the bank account and say once what its columns mean: send the file to /v1/bank_statements/preview and save csv_mapping in the bank account.':
    'Pour un fichier CSV, choisissez le compte bancaire et indiquez une fois le sens de ses colonnes.',
  'it begins on {0} and ends on {1}.': 'il commence le {0:date} et se termine le {1:date}.',
  'the opening balance {0} and the lines give {1}, but the closing balance is {2}. The file may be incomplete: download it again.':
    'le solde initial {0:amount} et les lignes donnent {1:amount}, mais le solde final est de {2:amount}. Le fichier est peut-être incomplet : téléchargez-le à nouveau.',
  '{0} is not an amount.': '{0} n’est pas un montant.',
  'the amount {0} has more decimals than {1} has.': 'le montant {0} a trop de décimales pour la devise {1}.',
  'the amount {0} is too large.': 'le montant {0} est trop élevé.',
  '{0} is not a day.': '{0} n’est pas une date.',
  '{0} is not a day. A day is written as 2026-10-31.': '{0} n’est pas une date. Une date s’écrit 2026-10-31.',
  '{0} is not a currency.': '{0} n’est pas une devise.',
  'the file is not valid XML: {0}. {1}': 'le fichier n’est pas du XML valide : {0}. {1}',
  'an entry or a statement has more than {0} elements.': 'une écriture ou un relevé a plus de {0:number} éléments.',
  'It may be incomplete: download it again from the bank.':
    'Il est peut-être incomplet : téléchargez-le à nouveau depuis la banque.',
  'The archive has more than {0} files.': 'L’archive a plus de {0:number} fichiers.',
  'Unpacked, the archive is larger than {0} MB. Send its files one by one.':
    'Une fois décompressée, l’archive dépasse {0} Mo. Envoyez ses fichiers un par un.',
  'This is an interim report (camt.052). Export the statement as camt.053.':
    'C’est un relevé intermédiaire (camt.052). Exportez le relevé au format camt.053.',
  'This XML file is not a camt.053 or camt.054 file. Choose another export at the bank.':
    'Ce fichier XML n’est pas au format camt.053 ou camt.054. Choisissez un autre export à la banque.',
  'the currency of the account is missing.': 'la devise du compte manque.',
  'the statement says neither its period nor a booking date.': 'le relevé n’indique ni période ni date d’opération.',
  'the booking date is missing.': 'la date d’opération manque.',
  'the amount is missing.': 'le montant manque.',
  'the amount has a sign. CdtDbtInd must say whether it is a debit.':
    'le montant porte un signe. CdtDbtInd doit indiquer si c’est un débit.',
  'CdtDbtInd must be CRDT or DBIT.': 'CdtDbtInd doit valoir CRDT ou DBIT.',
  'The file has no rows.': 'Le fichier est vide.',
  'The file has no lines with an amount. Check the mapping of the account.':
    'Le fichier n’a aucune ligne avec un montant. Vérifiez les réglages du compte.',
  'The file is in {0}, but the account is in {1}. Choose the account of this file.':
    'Le fichier est en {0}, mais le compte est en {1}. Choisissez le compte de ce fichier.',
  'a quote is not closed. The file may be incomplete: download it again.':
    'un guillemet n’est pas fermé. Le fichier est peut-être incomplet : téléchargez-le à nouveau.',
  'it has both a debit and a credit.': 'elle a un débit et un crédit.',
  'a statement must begin with field 20. The file is incomplete.':
    'un relevé doit commencer par le champ 20. Le fichier est incomplet.',
  'This file has no <OFX> element. Choose another export at the bank.':
    'Ce fichier n’a pas d’élément <OFX>. Choisissez un autre export à la banque.',
  'the end </OFX> is missing. The file is incomplete: download it again.':
    'la fin </OFX> manque. Le fichier est incomplet : téléchargez-le à nouveau.',
  'the statement says no period and has no transactions.':
    'le relevé n’indique pas de période et n’a pas d’opérations.',
  'The file is empty.': 'Le fichier est vide.',
  'An archive inside of an archive is not read. Unpack it first.':
    'Une archive contenue dans une archive n’est pas lue. Décompressez-la d’abord.',
  'the sum of its lines is too large.': 'le total de ses lignes est trop élevé.',
  'the file declares a document type, which bank files do not have.':
    'le fichier déclare un type de document, ce que n’a pas un fichier bancaire.',
  'the elements are nested too deeply for a bank file.': 'les éléments sont trop imbriqués pour un fichier bancaire.',
  'the file has too many elements. Export a shorter period.':
    'le fichier a trop d’éléments. Exportez une période plus courte.',
  'The archive is damaged, protected by a password, or incomplete. Unpack it and send the files one by one.':
    'L’archive est abîmée, protégée par un mot de passe ou incomplète. Décompressez-la et envoyez les fichiers un par un.',
  'The archive has no files.': 'L’archive ne contient aucun fichier.',
}
