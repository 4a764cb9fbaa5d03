import type { Language } from '../../language.ts';

export const french: Language = {
  id: 'french',
  countries: 'fr be lu mc ch ca ma dz tn sn ci cm cd',
  marks: 'àâæçéèêëîïôœùûüÿñö',
  signs: /ç|œ|(?:eau|eaux|ault|ois|oux|ier|iere|ière|elle|ette|iste)$|^(?:le|du|des|de)$/u,
  given: `benjamin arthur jules raphaël raphael gabriel léo leo lucas adam maël mael noé noe ethan nathan tom mathis quentin clément clement romain florian kevin jérôme jerome fabrice yves yvonne marcelle simone denise odile brigitte annick maryse josiane sandrine delphine karine laure claire pauline mathilde inès ines clara jade louise alice juliette margaux amandine virginie séverine severine patricia corinne dominique claudine ghislaine solange bérénice axelle noémie noemie marie-claude jean-baptiste jean-claude jean-michel jean-paul jean-marie françois-xavier pierre-yves marie-thérèse marie-christine tristan gaël gael yann yannick erwan jean pierre michel andré andre philippe rené louis alain jacques bernard marcel daniel roger robert paul claude christian henri
    georges nicolas françois francois patrick gérard gerard christophe olivier laurent frédéric frederic éric eric sébastien sebastien julien pascal thierry vincent
    antoine guillaume maxime alexandre benoît benoit cédric cedric loïc loic hugo théo mathieu marie jeanne françoise francoise monique catherine
    nathalie isabelle jacqueline anne sylvie martine nicole hélène helene christine valérie valerie sophie stéphanie stephanie céline celine chloé
    camille élodie elodie aurélie aurelie émilie emilie julie laëtitia laetitia anaïs anais lucie manon léa lea zoé zoe véronique veronique
    jean-pierre jean-luc jean-marc marie-claire anne-sophie anne-marie`,
  family: `dupuis marchand giraud bourgeois lemoine renard marie picard barbier schmitt colin vidal caron aubert rey renaud leclerc lacroix moulin bailly barre perret fleury meunier klein berger royer poirier benoit ndiaye diallo diop traoré traore bruyère bruyere carpentier vasseur deschamps guillot besson hubert prevost martin bernard dubois thomas robert richard petit durand leroy moreau simon laurent lefebvre lefèvre michel garcia david
    bertrand roux vincent fournier morel girard andré mercier dupont lambert bonnet françois martinez legrand garnier
    faure rousseau blanc guerin guérin muller henry roussel perrin morin mathieu clement gauthier dumont lopez
    fontaine chevalier robin masson sanchez gerard nguyen boyer denis lemaire duval gautier roger roche roy noel noël
    gaulle goff tour benali bouchard tremblay gagnon lavoie`,
  familyNames: { first: 0.55, last: 0.15, joined: 0.17, separated: 0.03, hyphenated: 0.1 },
  particles: { de: 0.84, la: 0.84, le: 0.95, du: 0.95 },
  shortForms: `alexandre alex, alexandra alex, benoît ben, benoit ben, benjamin ben, catherine cathy, christophe chris, christine chris, dominique dom,
    frédéric fred, frederic fred, françois franck, gabriel gab, guillaume guigui, isabelle isa, jean-baptiste jb, jean-charles jc, jean-michel jm,
    jean-christophe jc, laurent lolo, maxime max, maximilien max, nathalie nath, nicolas nico, olivier oli, philippe phil, sébastien seb, sebastien seb,
    stéphane steph, stephane steph, stéphanie steph, stephanie steph, thibault titi, valérie val, valerie val, véronique vero, veronique vero, vincent vince,
    emmanuel manu, emmanuelle manu, élisabeth babeth, elisabeth babeth, mathieu math, grégory greg, gregory greg, anthony tony, jonathan jo, zoé zo,
    geneviève gene, jacqueline jackie, caroline caro, charlotte cha`,
};
