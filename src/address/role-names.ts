const byGroup = {
  'RFC 2142': `
    abuse ftp hostmaster info marketing news noc postmaster sales security support trouble usenet uucp
    webmaster www`,
  'Servers and mailing systems': `
    admin administration administrator alert alerts automailer autoresponder backup backups bounce bounces
    daemon devnull dmarc dmarc-reports dns do-not-reply do_not_reply domain domainadmin domains donotreply
    dont-reply e-mail email host hosting imap ispfeedback ispsupport list lists listserv mail mailer
    mailer-daemon mailerdaemon mailman majordomo monitor monitoring nagios newsletter newsletters no-reply
    no.reply no_reply nobody noreply notification notifications notify phishing pop pop3 registrar reports
    root server smtp spam ssl ssladmin ssladministrator sslwebmaster subscribe sysadmin sysop system test
    tester testing tls-reports tlsrpt undisclosed-recipients unsubscribe web webadmin website webteam whois`,
  Offices: `
    all all-staff allstaff ask askus assistant association back-office backoffice board boardofdirectors
    business ceo cfo chairman cio ciso club cmo committee company contact contact-us contact.us contacts
    contactus coo corporate cto desk director directors enquiries enquiry everyone founder founders
    front-desk front-office front.desk frontdesk frontoffice general group headoffice hello hi inbox
    information infos inquiries inquiry mailbox mailroom management manager managers member members
    membership memberships office operator owner owners partner partners post president queries query
    question questions reception receptionist secretariat secretary staff switchboard team volunteer
    volunteers welcome`,
  'Sales and marketing': `
    ads adsales advert advertise advertising adverts affiliate affiliates bids bizdev blog branding
    businessdevelopment campaign campaigns comms communication communications community content creative
    dealer dealers deals demo demos design designer distribution e-commerce ecommerce editor editorial
    editorinchief editors eshop event events export growth import leads media offers order ordering orders
    partnership partnerships pr pre-sales presales press press-office pressoffice pricing promo promotion
    promotions public-relations publicrelations purchase purchases quotation quotations quote quotes
    redaction reseller resellers rfp sales-team salessupport salesteam shop social social-media socialmedia
    sponsor sponsors sponsorship sponsorships store tender tenders trial webinar webinars webshop wholesale`,
  Service: `
    appointment appointments booking bookings care catering client clients clientservice clientservices
    complaint complaints concierge customer customer-care customer-service customer-support customer.care
    customer.service customercare customers customerservice customerservices customersupport deliveries
    delivery dispatch emergency feedback guestservices help help-desk help.desk helpdesk hotel hotline
    installation leasing logistics maintenance onlinesupport refund refunds rental rentals repair repairs
    reservation reservations reserve restaurant return returns rma schedule scheduling service service-desk
    servicedesk services shipping spa suggestions tech tech-support tech.support technical technicalsupport
    technik techsupport ticket ticketing tickets tours tracking travel usersupport warehouse warranty`,
  'Money and law': `
    account accountant accounting accounts accounts-payable accounts-receivable accountspayable
    accountsreceivable audit auditor billing bills bookkeeping ccpa claims collections compliance copyright
    credit creditcontrol data-protection data.protection dataprotection dmca donate donation donations dpo
    e-invoice einvoice ethics finance finances financial fraud fundraising gdpr giving insurance investor
    investor-relations investorrelations investors invoice invoices invoicing ir lawyers legal license
    licenses licensing pay payment payments payroll privacy procurement purchasing risk supplier suppliers
    tax taxes trademark treasurer treasury vendor vendors whistleblower`,
  People: `
    admission admissions alumni applicant applicants application applications apply benefits bookstore
    career careers cv enrol enrollment enrolment faculty hiring hr human-resources human.resources
    humanresources internship internships job jobs learning librarian library people recruit recruiter
    recruiters recruiting recruitment registrars registration registrations registry research resume resumes
    school science student students talent talentacquisition training trainings vacancies vacancy workwithus`,
  Engineering: `
    analytics api app apps bug bugbounty bugs build builds cert cloud csirt cvs data database dba dev
    developer developers devops devs devteam edv engineer engineering engineers git github gitlab ict
    infosec it it-support it.support ithelp itsec itsupport jenkins lab labs netadmin network networking
    operation operations ops planning product production products project projects psirt qa quality secops
    soc software statistics stats svn vulnerabilities vulnerability webdesign webdev`,
  German: `
    anfrage anfragen angebot angebote anmeldung auftraege auftrag ausbildung beratung bestellung
    bestellungen bewerbung bewerbungen buchhaltung buchung buchungen buero büro chefredaktion datenschutz
    datenschutzbeauftragter disposition einkauf empfang ersatzteile fibu finanzbuchhaltung firma fragen
    gemeinde geschaeftsfuehrung geschaeftsleitung geschaeftsstelle geschäftsführung geschäftsleitung
    geschäftsstelle hallo hausverwaltung immobilien kanzlei karriere kasse kontakt kontor kunden
    kundenbetreuung kundendienst kundenservice lager leitung lieferung lohn lohnbuchhaltung mahnung
    mitglieder mitgliedschaft personal personalabteilung personalbuero planung poststelle praesidium praxis
    presse pressestelle produktion qualitaet rathaus rechnung rechnungen rechnungseingang rechnungswesen
    redaktion reklamation reklamationen reservierung reservierungen rezeption schule schulleitung
    sekretariat spenden stadt termin termine umwelt veranstaltungen verein verkauf versand vertrieb
    verwaltung vorstand vorzimmer webmeister werbung werkstatt zentrale`,
  French: `
    accueil achat achats adherents administratif assistance atelier bonjour boutique cabinet candidature
    candidatures clientele commande commandes commercial commerciale commerciaux compta comptabilite
    comptabilité courrier devis direction dons emploi etude evenement evenements facturation facture
    factures formation formations gestion inscription inscriptions juridique livraison location logistique
    magasin mairie partenaires partenariat qualite reclamation recrutement relationclient rh sav scolarite
    service-client service.client serviceclient serviceclients stage stages syndic technique urbanisme vente
    ventes`,
  Spanish: `
    administracion administración almacen atencion atencion-cliente atencionalcliente atencionclientes ayuda
    ayuntamiento calidad clientes cobranzas cobros comercial compras comunicacion comunicación consulta
    consultas contabilidad contacto contratacion correo cotizacion cotizaciones cuentas decanato direccion
    dirección empleo empresa estudio eventos facturacion facturación facturas finanzas formacion formación
    gerencia hola informacion información informatica informes ingenieria inscripciones logistica nomina
    nominas oficina pagos pedidos prensa presidencia presupuesto presupuestos produccion proveedores
    proyectos recepcion recepción reclamaciones rectorado recursos-humanos recursoshumanos reservas rr.hh
    rrhh secretaria secretaría soporte taller tecnico tesoreria tienda transporte turismo ventas`,
  Italian: `
    acquisti amministratore amministrazione assistenza assistenzaclienti biblioteca biglietteria buongiorno
    ciao clienti comune comunicazione condominio contabilita contabilità contatti contatto direttore
    direzione fatturazione fatture formazione gestione informazioni iscrizioni lavoraconnoi lavoro magazzino
    negozio ordini pagamenti pec posta prenotazioni presidenza preventivi produzione progetti protocollo
    qualita redazione resi risorseumane segreteria servizi servizioclienti sindaco soci spedizioni studio
    studiolegale tecnica ufficio ufficioacquisti ufficiocommerciale ufficiostampa ufficiotecnico vendite`,
  Portuguese: `
    administracao administração agendamento atendimento cobranca comunicacao comunicação contabilidade
    contato contatos direcao diretoria encomendas faleconosco faturacao faturamento financeiro geral
    imprensa informacoes juridico licitacao licitacoes matricula orcamento orcamentos ouvidoria recepcao
    recrutamento sac suporte vagas vendas`,
  Dutch: `
    aanmelding aanvraag administratie afspraken algemeen bedrijf bestellen bestelling bestellingen bestuur
    boekhouding boekingen crediteuren debiteuren directie facturatie facturen factuur gemeente huisarts
    inkoop inschrijving kantoor klacht klachten klantenservice leden ledenadministratie magazijn meldpunt
    offerte offertes penningmeester personeel personeelszaken praktijk receptie redactie reserveren
    reserveringen sollicitatie sollicitaties vacatures verhuur verkoop vragen webwinkel welkom werkplaats
    winkel`,
  'Nordic languages': `
    asiakaspalvelu bestilling bokforing bokning butik ekonomi faktura fakturaer fakturering fakturor
    firmapost hej huolto indkob inkop innkjop jobb kansli kassor kirjaamo kundeservice kundservice
    kundtjanst lasku laskut medlem medlemmer myynti okonomi ordre palaute personale posti postmottak rekry
    rekrytointi salg skola skole styrelsen styret tilaukset tilbud toimisto varaukset verksted`,
  'Slavic, Hungarian, Romanian and Turkish': `
    achizitii administracja angajari bilgi biuro bok buhgalter buhgalteria comenzi contabilitate destek
    dotacje dyrektor dzial ekonom facturi fakturace fakturacia finans handlowy iletisim informace
    insan.kaynaklari insankaynaklari iroda jelentkezes kadry kapcsolat kariera kasa klient kontakty
    konyveles ksiegowosc kurumsal magazyn megrendeles merhaba muhasebe musteri musterihizmetleri obchod
    objednavka objednavky obsluga obslugaklienta oferta ofertare oferte oferty ogloszenia ogrenci-isleri
    otdel-kadrov pazarlama penzugy podatelna podpora pomoc praca predaj prezes priemnaya prijem prodaji
    prodej produkcja programari recepce reklama reklamacje rekrutacja relatii-clienti rendeles rezervace
    rezervari rezervasyon rezerwacja rezerwacje satinalma satis sbyt sekretar sekreter servis siparis sklep
    snab snabzhenie sprzedaz starosta szamla szamlazas szerviz szkola technika teknik titkarsag ucetni
    uctaren uctarna ugyfelszolgalat ugyvezeto uretim urzad vanzari vedeni vedenie vyroba wydawnictwo yonetim
    zakaz zakaznik zakazy zakupki zamowienia zapytania zarzad zgloszenia`,
  Places: `
    clinic dental doctor gallery hospital hotelinfo museum patients pharmacy police practice radio
    shopmanager surgery theatre`,
};

/**
 * Local parts that name a function instead of a person: those of RFC 2142 and common ones in several languages. Lower
 * case. Words that are also names of people ("dean", "bill") are not included.
 */
export const roleNames: readonly string[] = Object.values(byGroup).flatMap((names) =>
  names.trim().split(/\s+/),
);
