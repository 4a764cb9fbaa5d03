import type { Language } from '../../language.ts';

export const estonian: Language = {
  id: 'estonian',
  countries: 'ee',
  marks: 'äöõüšžé',
  signs: /õ|üü|(?:saar|mägi|puu|soo|mets|salu|vere)$/u,
  given:
    'jaan kaarel raivo aivar ants märt kärt kart õnne onne maie malle sirje ene kaja jüri juri külli kulli ülle tiit toomas mart kalle andres urmas rein peeter margus indrek priit tõnu tonu tanel kristjan mari liis kadri anu tiina piret kersti triin helen eve reet',
  family:
    'tõnisson kõiv koiv raudsepp lõhmus kuusk laur rätsep vaino teder sild tamm saar sepp mägi magi kask kukk rebane ilves põder poder põld pold õunapuu koppel karu luik lepik oja raud kallas vaher tamme',
  letterChoices: [
    {
      group: 'estonian-ü',
      options: [
        { option: 'u', share: 0.8, letters: { ü: 'u' } },
        { option: 'y', share: 0.2, letters: { ü: 'y' } },
      ],
    },
  ],
};
