/**
 * Populations by country: family names with the people among a thousand who have them, and given names, the most frequent
 * first. From what statistical offices publish, rounded. People with other names are drawn from `rareFamilies` and
 * `rareGiven`, so that hardly two of them have the same.
 */
const populations = {
  us: {
    families:
      'Smith 9 Johnson 7 Williams 6 Brown 5 Jones 5 Garcia 4 Miller 4 Davis 4 Rodriguez 4 Martinez 4 Hernandez 4 Lopez 3 Gonzalez 3 Wilson 3 Anderson 3 Thomas 3 Taylor 3 Moore 3 Jackson 3 Martin 3 Lee 2 Perez 2 Thompson 2 White 2 Harris 2 Clark 2 Lewis 2 Robinson 2 Walker 2 Young 2 Allen 2 King 2 Wright 2 Scott 2 Hill 2 Green 2 Adams 2 Nelson 1 Baker 1 Hall 1 Campbell 1',
    given:
      'James Mary Michael Robert John Patricia David William Jennifer Richard Linda Joseph Elizabeth Thomas Barbara Christopher Susan Charles Jessica Daniel Sarah Matthew Karen Anthony Lisa Mark Nancy Steven Andrew Paul Emily Joshua Kevin Brian George Amanda Laura Anna Jane Nicole Eric Kate Alexander Alexandra Christina Robin Samantha Samuel',
  },
  kr: {
    families:
      'Kim 214 Lee 147 Park 84 Choi 47 Jung 43 Kang 24 Cho 21 Yoon 20 Jang 20 Lim 17 Han 15 Oh 15 Seo 15 Shin 15 Kwon 14 Hwang 14 Ahn 14 Song 14 Yoo 13 Hong 11',
    given:
      'Minjun Seojun Jihoon Minji Jiwoo Seoyeon Hyunwoo Jiyoung Eunji Sungmin Jisoo Yuna Minho Donghyun Soojin Jaehyun Hana Jinwoo Sujin Taehyung Youngho Kyungmin Hyejin Sangwoo',
  },
  vn: {
    families:
      'Nguyễn 310 Trần 110 Lê 95 Phạm 70 Hoàng 51 Phan 45 Vũ 39 Đặng 21 Bùi 20 Đỗ 14 Hồ 13 Ngô 13 Dương 10 Lý 5',
    given: 'Anh Minh Hương Linh Tuấn Hùng Lan Hoa Dũng Mai Thảo Trang Nam Hà Thủy Phương Quang Long Ngọc Hải',
  },
  es: {
    families:
      'García 31 Rodríguez 20 González 20 Fernández 19 López 18 Martínez 18 Sánchez 17 Pérez 16 Gómez 10 Martín 10 Jiménez 8 Ruiz 8 Hernández 8 Díaz 7 Moreno 7 Muñoz 6 Álvarez 6 Romero 5 Alonso 5 Gutiérrez 4',
    given:
      'Antonio Carmen Manuel Ana José Laura Francisco Isabel David Marta Juan Cristina Javier Lucía Daniel Elena Carlos Pilar Jesús Sara Alejandro Raquel Miguel Paula Pablo Rosa Rafael Andrea Pedro Alba',
  },
  dk: {
    families:
      'Nielsen 43 Jensen 43 Hansen 36 Andersen 27 Pedersen 27 Christensen 20 Larsen 19 Sørensen 18 Rasmussen 16 Jørgensen 15 Petersen 13 Madsen 11 Kristensen 10 Olsen 8 Thomsen 7',
    given:
      'Peter Anne Michael Kirsten Lars Hanne Thomas Mette Jens Anna Søren Karen Henrik Susanne Christian Lene Martin Maria Jan Charlotte Morten Camilla Anders Louise Niels Line Jesper Ida',
  },
  in: {
    families:
      'Kumar 80 Singh 70 Sharma 30 Patel 15 Gupta 15 Verma 12 Yadav 15 Khan 25 Mishra 10 Reddy 10 Joshi 6 Mehta 4 Shah 10 Das 15 Jain 6 Rao 8',
    given:
      'Amit Priya Rahul Neha Sanjay Pooja Rajesh Anjali Vijay Sunita Anil Kavita Deepak Ritu Suresh Anita Manoj Nisha Ajay Swati Ravi Rekha Vikram Meena Arjun Divya',
  },
  de: {
    families:
      'Müller 9 Schmidt 7 Schneider 4 Fischer 4 Weber 3 Meyer 3 Wagner 3 Becker 3 Schulz 2 Hoffmann 2 Koch 2 Bauer 2 Richter 2 Klein 2 Wolf 2 Schröder 2 Neumann 2 Schwarz 1 Zimmermann 1 Braun 1',
    given:
      'Thomas Sabine Michael Susanne Andreas Petra Peter Anna Stefan Julia Christian Claudia Martin Sandra Markus Andrea Frank Katharina Daniel Stefanie Alexander Nicole Matthias Lena Jan Laura Tobias Sarah Felix Lisa',
  },
};

/** Share of the most frequent given name, and how fast the others become rarer. */
const commonestGiven = 0.025;
const givenExponent = 0.55;

const beginnings =
  'Bar Ben Cor Dal Del Fal Gar Gor Hal Har Kas Kel Kor Lan Lom Mal Mar Mer Nor Or Pal Per Ras Ros Sal San Tal Tar Tor Val Var Vel Wal Zan Zel';
const middles = 'a e i o u an en in on ar er or al el il ad ed id ak ek ik';
const endings =
  'berg bert don field ford gan ham hart ker land ley lin low man mond nard ner rad ram rick ris son stad ster ton vall vic wald win zer';
const givenEndings = 'ab ad an ara ela eth ian ida iel ina is ita or ra ric ron us vin ya';

/** Draws people of a country, each with two names. */
export function population(country, random) {
  const { families, given } = populations[country];
  const entries = families.match(/\S+ \d+/g).map((entry) => entry.split(' '));
  const names = given.split(' ');
  const draw = (list) => list[Math.floor(random.next() * list.length)];
  const rare = (ends) => draw(beginnings.split(' ')) + draw(middles.split(' ')) + draw(ends.split(' '));
  const family = () => {
    let left = random.next() * 1_000;
    for (const [name, perMille] of entries) {
      left -= Number(perMille);
      if (left < 0) return name;
    }
    return rare(endings);
  };
  const first = () => {
    let left = random.next();
    for (const [index, name] of names.entries()) {
      left -= commonestGiven / (index + 1) ** givenExponent;
      if (left < 0) return name;
    }
    return rare(givenEndings);
  };
  return () => ({ first_name: first(), last_name: family() });
}

export const countries = Object.keys(populations);
