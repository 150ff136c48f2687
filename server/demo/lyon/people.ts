import { type HomeStreet, type Names, words } from '../data.ts'

// The names and addresses that the demo combines into contacts.

export const lyonnais: Names = {
  women: words(`
    Adèle Agnès Aïcha Alice Amandine Anaïs Assia Aurore Béatrice Camille Chantal Charlotte Claire Clémence Delphine Denise Elsa Émilie Estelle
    Fatima Florence Françoise Gisèle Hawa Inès Irène Jeanne Joséphine Juliette Katia Khadija Laurence Leïla Lucie Madeleine Margaux Mariam
    Martine Mona Nadia Nathalie Nina Odile Pauline Rachel Romane Salomé Sarah Solène Sylvie Thérèse Valentine Viviane Yvette Zineb`),
  men: words(`
    Adrien Alain Amadou Aurélien Baptiste Benoît Bruno Cédric Clément Damien Denis Didier Émile Éric Fabrice Farid Florian Gaël Georges Gilles
    Grégoire Guillaume Henri Idriss Jacques Jean Joël Karim Kévin Laurent Léo Loïc Lucien Malik Marcel Mathis Maxime Mehdi Michel Moussa Nicolas
    Noé Olivier Oscar Pascal Philippe Pierre Quentin Rachid Raphaël Rémi Robin Sofiane Thibault Théo Ugo Victor Vincent Xavier Yann`),
  surnames: words(`
    Arnaud Aubry Bailly Barbier Benoit Bernard Bertin Blanc Blanchard Bouchet Boyer Brun Brunet Carpentier Charpentier Chevallier Cissé Clerc
    Colin Collet Cordier Coulibaly Courtois Da_Silva Delorme Deschamps Dufour Dumas Dupuis Durand Fabre Ferrand Fontaine Gaillard Garnier
    Gauthier Gérard Gonçalves Guérin Guichard Haddad Hamel Henry Imbert Jacquet Joly Jourdan Klein Lacroix Laurent Leclerc Lefèvre Lemoine
    Lopez Mallet Marchal Maréchal Martin Masson Mathieu Mebarki Meunier Meyer Michaud Monnier Morel Moulin Noël Ollier Perez Perrot Petit
    Picard Pons Prévost Quemener Reynaud Ribeiro Rivière Robert Rolland Rousseau Roussel Sanchez Schmitt Sow Tanguy Thibaud Thomas Touré Ursini
    Vallet Verdier Vidal Yilmaz Zidi`),
  towns: words(
    'Lyon Villeurbanne Saint-Étienne Grenoble Valence Mâcon Clermont-Ferrand Marseille Lille Nantes Rennes Dijon Roanne Vienne Annecy Chambéry',
  ),
  country: 'FR',
}

/** People who came from Britain. */
export const british: Names = {
  women: words(
    'Alice Amelia Beth Charlotte Eleanor Emily Fiona Grace Hannah Isla Jessica Kate Lucy Megan Niamh Ruth Sophie Zoe',
  ),
  men: words(
    'Adam Ben Callum Daniel Edward Finn George Harry Ian Jack Kieran Liam Noah Oliver Patrick Rhys Sam William',
  ),
  surnames: words(
    'Ashworth Barnes Carter Davies Edwards Fletcher Green Hughes Ingram Jones Kelly Lewis Murphy Owen Parker Reid Shaw Taylor Walker Young',
  ),
  towns: words('Leeds Bristol Manchester Cardiff Glasgow Norwich Sheffield Brighton'),
  country: 'GB',
}

/** Streets around Lyon, with where they are. */
export const streets: HomeStreet[] = [
  ['rue de Belfort', '69004', 'Lyon', 45.7781, 4.8302],
  ['boulevard de la Croix-Rousse', '69004', 'Lyon', 45.7739, 4.8264],
  ['montée de la Grande Côte', '69001', 'Lyon', 45.7713, 4.8315],
  ['rue Mercière', '69002', 'Lyon', 45.7631, 4.834],
  ['cours Charlemagne', '69002', 'Lyon', 45.7441, 4.8189],
  ['cours Gambetta', '69003', 'Lyon', 45.7542, 4.8453],
  ['avenue Félix Faure', '69003', 'Lyon', 45.7535, 4.8686],
  ['rue Saint-Jean', '69005', 'Lyon', 45.7627, 4.8272],
  ['cours Vitton', '69006', 'Lyon', 45.7692, 4.8556],
  ['avenue Jean Jaurès', '69007', 'Lyon', 45.7385, 4.8402],
  ['rue de Marseille', '69007', 'Lyon', 45.7513, 4.8403],
  ['avenue des Frères Lumière', '69008', 'Lyon', 45.7443, 4.8706],
  ['rue Marietton', '69009', 'Lyon', 45.7733, 4.8053],
  ['avenue Henri Barbusse', '69100', 'Villeurbanne', 45.7665, 4.8797],
  ['cours Émile Zola', '69100', 'Villeurbanne', 45.7699, 4.8776],
  ['rue Paul Bert', '69190', 'Saint-Fons', 45.7086, 4.8533],
  ['avenue Marcel Cachin', '69200', 'Vénissieux', 45.6976, 4.8872],
  ['avenue Général de Gaulle', '69300', 'Caluire-et-Cuire', 45.7953, 4.8423],
  ['avenue Franklin Roosevelt', '69500', 'Bron', 45.7394, 4.9129],
  ['Grande Rue', '69600', 'Oullins', 45.7141, 4.8078],
  ['rue de la République', '69150', 'Décines-Charpieu', 45.7687, 4.9589],
]
