import type { Language } from '../../language.ts';

export const spanish: Language = {
  id: 'spanish',
  countries: 'es mx ar co cl pe ve ec uy py bo cr gt do pa hn sv ni cu pr',
  familyPerMille:
    'garcia 32, rodriguez 22, gonzalez 21, fernandez 19, lopez 21, martinez 20, hernandez 20, sanchez 17, perez 17, gomez 11',
  marks: 'áéíñóúüª',
  signs: /ñ|(?:ez|ez-|ález|ández|íguez|illo|ero|ados)$/u,
  given: `césar cesar martín martin felipe esteban gonzalo mateo lucas bruno iker noelia natalia verónica veronica yolanda susana esther rosario amparo inmaculada lorena sandra nuria eva olga gloria ángeles angeles milagros consuelo jimena renata regina itzel yesenia jaqueline leticia norma blanca araceli antonio josé jose manuel francisco juan david javier daniel carlos miguel rafael pedro alejandro ángel angel fernando luis pablo sergio
    jorge alberto álvaro alvaro diego adrián adrian raúl raul iván ivan rubén ruben enrique óscar oscar ramón ramon vicente andrés andres joaquín joaquin santiago víctor victor eduardo
    mario roberto jaime ignacio marcos alfonso salvador ricardo emilio hugo julián julian guillermo gabriel rodrigo tomás tomas agustín íñigo iñigo inigo
    maría maria carmen ana isabel dolores pilar laura cristina marta lucía lucia paula elena sara raquel beatriz patricia rosa juana begoña begona
    mercedes silvia encarnación teresa julia irene alba andrea rocío rocio mónica monica montserrat sofía sofia martina valentina camila ximena
    fernanda guadalupe alejandra gabriela daniela mariana jesús jesus concepción concepcion luz soledad xavier sebastián sebastian matías matias nicolás nicolas`,
  family: `zapatero arriola cárdenas cardenas salazar guzmán guzman contreras estrada sandoval espinoza espinosa acosta figueroa rivera juárez juarez miranda rosales valdez salas cervantes ochoa pacheco ponce villarreal bravo paredes rivas arroyo villanueva zambrano cordero bermúdez escobar quintero restrepo ospina giraldo castaño barrios benítez benitez ledesma sosa godoy peralta garcía garcia gonzález gonzalez rodríguez rodriguez fernández fernandez lópez lopez martínez martinez sánchez sanchez pérez perez gómez gomez martín martin jiménez jimenez ruiz
    hernández hernandez díaz diaz moreno álvarez alvarez muñoz munoz romero alonso gutiérrez gutierrez navarro torres domínguez dominguez vázquez vazquez ramos gil ramírez ramirez
    serrano blanco molina morales suárez suarez ortega delgado castro ortiz rubio marín marin sanz núñez nunez iglesias medina garrido cortés cortes castillo
    santos lozano guerrero cano prieto méndez mendez cruz calvo gallego herrera márquez marquez león leon vidal peña pena cabrera flores
    campos vega fuente fuentes carrasco diez reyes caballero nieto aguilar pascual santana herrero montero lorenzo hidalgo giménez
    ibáñez ibanez ferrer santiago vargas mora rojas silva mendoza quispe mamani quiroga sepúlveda araya gasset`,
  familyNames: { first: 0.8, last: 0.05, joined: 0.11, separated: 0.01, hyphenated: 0.03 },
  givenNames: { first: 0.62, last: 0.14, joined: 0.22, separated: 0, hyphenated: 0.02 },
  initials: { first: 0.6, all: 0.4 },
  familyNameCount: 2,
  particles: { de: 0.82, la: 0.82, del: 0.86, los: 0.82 },
  spellings: `fdez. fernandez fdez, fdez fernandez fdez, glez gonzalez glez, rguez rodriguez rguez, mtnez martinez mtnez, hdez hernandez hdez, mª maria m,
    ma maria ma, m.ª maria`,
  shortForms: `alejandro alex ale, alejandra ale alex, alberto berto, antonio toni antonio, beatriz bea, carmen menchu, concepción concha conchi, concepcion concha conchi,
    cristina cris, daniel dani, dolores lola, eduardo edu, enrique quique, federico fede, fernando fer nando, francisca paqui paca, francisco paco fran pancho,
    gabriel gabi, gabriela gabi, gonzalo gonza, gregorio goyo, guadalupe lupe, guillermo guille, ignacio nacho, isabel isa, jesús chus, jesus chus, javier javi,
    joaquín quino, joaquin quino, jorge coque, josé pepe, jose pepe, juan juanjo, leonardo leo, manuel manolo manu, maría mari, maria mari, mercedes merche, miguel migue, montserrat montse,
    nicolás nico, nicolas nico, patricia patri, pilar pili, rafael rafa, ricardo ricky, roberto beto, rosario charo, salvador salva, santiago santi, sebastián seba, sebastian seba,
    sergio sergi, teresa tere, tomás tomy, valentina vale, verónica vero, veronica vero, vicente vicen, víctor vic, victor vic`,
  usualShortForms:
    'josé pepe, jose pepe, francisco paco, ignacio nacho, dolores lola, enrique quique, concepción concha, montserrat montse',
};
