import type { DemoNotes } from '../data.ts'

const next_year = new Date().getUTCFullYear() + 1

export const notes: DemoNotes = {
  notes: [
    [0, 0, 6, 'À appeler **après 18 h**. Préfère une tâche courte mais régulière.', true],
    [0, 1, 14, 'Veut un jardin partagé place Bellevue.\n\n- tiendrait un stand le samedi\n- prête sa sono'],
    [0, 2, 75, 'Rencontrée à la fête du quartier. @0 peux-tu lui proposer la réunion du mois prochain ?'],
    [1, 1, 3, 'Propose la salle de l’école pour la réunion. @0, on dit oui ?'],
    [1, 0, 40, 'Ne souhaite plus recevoir de SMS, le courrier lui convient.'],
    [2, 2, 9, 'S’installe à Villeurbanne à la rentrée pour ses études : voir avec l’équipe de là-bas.'],
    [3, 1, 21, 'Connaît bien le bailleur. **À associer** au dossier chauffage.', true],
    [4, 0, 30, 'Journaliste à la retraite, relit volontiers nos tracts.'],
    [5, 4, 12, 'Disponible les mercredis matin, avec ses enfants.'],
    [6, 5, 2, 'A signé la pétition et pris dix tracts pour l’immeuble.'],
    [7, 0, 17, 'Conseillère d’arrondissement. Peut poser notre question au prochain conseil.'],
  ],
  tasks: [
    [0, 1, 0, -1, 'Rappeler pour la salle du 28'],
    [0, 0, 1, 13, `Envoyer l’appel à cotisation ${next_year}`],
    [1, 1, 0, 0, 'Confirmer la salle de l’école'],
    [3, 0, 0, 2, 'Préparer le dossier chauffage'],
    [2, 2, 0, 4, 'Transmettre la nouvelle adresse à l’équipe de Villeurbanne'],
    [4, 0, 2, -3, 'Faire relire le prochain tract'],
    [6, 5, 3, 1, 'Déposer vingt tracts de plus'],
    [null, 0, 0, null, 'Réserver l’imprimeur pour janvier'],
    [null, 0, 4, 20, 'Mettre à jour le classeur d’accueil'],
    [5, 4, null, 6, 'Proposer une garde d’enfants pour la réunion'],
    [0, 0, 0, -20, 'Remercier pour le don de septembre', true],
    [3, 1, 1, -8, 'Demander le contact du bailleur', true],
  ],
  relationships: [
    [0, 1, 'partner'],
    [0, 2, 'child'],
    [1, 2, 'child'],
    [0, 3, 'colleague'],
    [3, 4, 'sibling'],
    [4, 5, 'other', 'voisine de palier'],
    [6, 7, 'partner'],
  ],
  households: [
    [0, 1, 2],
    [6, 7],
  ],
  householdName: surname => `Foyer ${surname}`,
}
