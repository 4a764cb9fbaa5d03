import { list } from './phrases.ts';
import { fold, wordsOf } from './words.ts';

/**
 * The vocabulary of claims: who (a mailbox or a domain), is or has, missing, closed, full or busy. The words of all
 * languages are one vocabulary, because servers mix them. Between the two parts of a claim there may only be
 * `fillers`: a claim with any other word between is about something else.
 */
export const claimWords = {
  mailbox: list`
    user, users, userid, user id|name, user mailbox|account, username, usernames, account, accounts, mailbox, mailboxes,
    mail box|drop, maildrop, email box|account, inbox, mail folder, mailfolder, recipient, recipients, addressee,
    address, addresses, email, e mail, emailaddress, destination address, alias, local part, localpart,
    local|virtual user, person, employee, subscriber, box, useraccount, recipient of the message, recepient, recipent, reciepient, adress, adressee, mbox, rcptto
    benutzer, benutzername, benutzerkonto, empfängerkonto, nutzer, empfänger, empfängeradresse, empfängerpostfach, adresse, mailadresse,
    emailadresse, adressat, adressaten, postfach, empfänger der nachricht, konto, mailkonto, emailkonto, teilnehmer
    utilisateur, destinataire, compte, boite, boite aux lettres, boite mail|email, bal, abonne, messagerie, correspondant, destinataire du message
    usuario, destinatario, destinatario del|da mensaje|mensagem|messaggio, cuenta, buzon, casilla, direccion, correo, utilizador, conta, caixa, caixa postal,
    endereco, correio, utente, indirizzo, casella, destin, account
    gebruiker, gebruikersnaam, ontvanger, geadresseerde, adres, postvak, brievenbus, mailadres, emailadres, mailbox
    uzytkownik, uzytkownika, odbiorca, odbiorcy, adresat, adresata, konto, konta, skrzynka, skrzynki, skrzynce, koncie, adresu
    uzivatel, uzivatele, prijemce, adresa, adresu, adresat, schranka, schranky, schranku, ucet, konto, pouzivatel, prijemca
    uporabnik, uporabnika, prejemnik, prejemnika, naslov, naslovnik, naslovnika, predal, predala, racun, nabiralnik
    korisnik, korisnika, primatelj, primalac, sanducic, sanduce, korisnicki racun, adresa
    anvandare, anvandaren, mottagare, mottagaren, mottagaradressen, brevlada, brevladan, adressen, postlada, postladan,
    kontot, bruger, brugeren, modtager, modtageren, modtageradressen, postkasse, postkassen, kontoen, bruker, brukeren,
    mottaker, mottakeren, postboks, postboksen, kayttaja, vastaanottaja, vastaanottajaa, postilaatikko, kayttajaa, osoite, osoitetta
    utilizatorul, utilizator, destinatarul, adresa, contul, casuta, felhasznalo, cimzett, postafiok, fiok, cim, emailcim
    kullanici, kullanicisi, alici, adres, adresi, hesap, hesabi, posta kutusu, kutusu, kutu, pengguna, penerima, akun, alamat
    χρηστης, παραληπτης, λογαριασμος, διευθυνση, γραμματοκιβωτιο, θυριδα
    utenza, naslova, usuari, destinatari, bustia, cont, casuta postala, postafiokja, fiokja, kotak surat, kotak masuk, nalog, vartotojas, gavejas, pasto dezute, lietotajs, sanemejs, pastkaste, kasutaja, kasutajat, saaja, postkast,
    nguoi dung, nguoi nhan, tai khoan, hop thu, dia chi email, dia chi thu, tili, postbus, пощенска кутия, пощенската кутия, потребителят, получателят, акаунтът, адресът, кутията,
    משתמש, המשתמש, נמען, הנמען, תיבה, תיבת דואר, תיבת הדואר, חשבון, החשבון, כתובת, הכתובת,
    المستخدم, مستخدم, المستلم, المرسل إليه, مرسل إليه, الحساب, حساب, صندوق البريد, البريد, العنوان, عنوان, صندوق بريد, علبة البريد, کاربر, گیرنده, صندوق پستی, حساب کاربری, نشانی,
    उपयोगकर्ता, प्राप्तकर्ता, खाता, मेलबॉक्स, ผู้ใช้, ผู้รับ, บัญชี, กล่องจดหมาย, ตู้จดหมาย, ที่อยู่อีเมล
    пользователь, пользователя, пользователю, юзер, получатель, получателя, адресат, адресата, абонент, адрес, адреса,
    ящик, ящика, почтовый ящик, почтового ящика, аккаунт, аккаунта, акаунт, акаунта, ящике, почтовом ящике, пользователем, учетная запись, учетной записи, логин,
    користувач, користувача, одержувач, одержувача, отримувач, скринька, скриньки, скриньку, обликовий запис, потребител
    用户, 用戶, 用户名, 使用者, 收件人, 收信人, 收件者, 収件者, 邮箱, 郵箱, 信箱, 帐号, 账号, 帳號, 帐户, 账户, 帳戶, 收件邮箱, 邮件地址, 郵件地址,
    收件地址, 地址, 联系人, 邮箱帐号, 邮箱账号, 邮箱地址
    ユーザ, ユーザー, 宛先, あて先, 受信者, 受取人, アドレス, メールアドレス, メールボックス, 受信ボックス, 受信トレイ, アカウント, 利用者, 受信先, 送信先
    사용자, 수신자, 회원, 받는 사람, 받는사람, 계정, 메일함, 편지함, 메일박스, 주소, 사서함`,

  /** After a noun or what is said of it, they make it another: "unknown user agent", "address has an invalid format". */
  compound: list`
    agent, agents, error, defined, command, commands, policy, filter, rule, rules,
    s| mail|email|e_mail|mailbox| server|servers|system|systems|host|hosts, mailserver`,
  detail: list`
    certificate, password, field, header, headers, syntax, format, formats, character, characters, encoding, charset,
    parameter, parameters, argument`,

  domain: list`
    domain, domains, domain name, mail|email|recipient|destination|target|local|recipients domain, recipient s domain,
    host, hosts, hostname, host name, mailhost, tenant, organization, organisation, company, site, zone
    domaine, dominio, dominios, domini, τομεας, домейн, домейнът, domenas, domens, domeen, ten mien, דומיין, הדומיין, النطاق, نطاق, دامنه, डोमेन, โดเมน, domeinnaam, domein, domena, domeny, domene, domenos, domanen, domäne, empfängerdomain, domanen,
    domeniul, tartomany, alan adi, домен, домена, домену, домене, хост, 域名, 域, ドメイン, 도메인`,

  /** Also said of domains. */
  missing: list`
    unknown, unknow, unkown, uknown, unknwon, unkonwn, notfound, unknowed, unexist, unexisted, doesnot exist|exists, doesn|does nt exist|exists, not founded|existed, unfounded, not|no found|know|known|exist|exists|existed|exits|existing|exsist|existent|existant,
    no longer|more exists|exist|existing|valid|known|here|present|found|listed|recognized|a_valid, nolonger exists,
    does|do|did|dose|doesn|don|didn t| not|no exist|exists|exits|existed|existing|exsist, never|wasnt existed|created,
    doesnt|dosnt|dosent|doesent|dont|didnt|isnt|wasnt|arent exist|exists|exits|existed|existing|exsist,
    nonexistent, nonexistant, non existent|existing|existant|exist, inexistent, inexistant, unexistent, not been found|created,
    not|isnt|arent|wasnt|no a|an| valid|known|registered|recognized|recognised|defined|listed|present|located|allocated|provisioned,
    isnt|arent|wasnt|weren found, cannot|cant|couldnt|cound|couldn be|t_be found|located|resolved, can|could not be found|located|resolved,
    unresolvable, not be found, not an|a active|existing|actual|current|working|real|local address|user|mailbox|account|recipient,
    invalid, invaild, unrecognized, unrecognised, unregistered, undefined, unallocated, incorrect, wrong, bogus, illegal,
    not have an|a|any account|mailbox
    unbekannt, nicht bekannt, nicht|nie gefunden, nicht vorhanden, existiert|existieren|existierte|exisitiert hier| nicht,
    gibt es nicht|hier, nicht existent, gibts nicht, ungültig, nicht gültig, nicht mehr vorhanden|gültig|bekannt, unbekannter,
    unbekannte, unbekanntes, unbekannten, ungültiger, ungültige, ungültiges, nicht existierender, nicht existierendes,
    nicht existierende, existiert nicht mehr, nicht registriert, nicht ermittelt, falsch, nicht eingerichtet, nicht mehr bekannt
    inconnu, inconnue, inconnus, inexistant, inexistante, introuvable, invalide, non|pas trouve|trouvee|valide|reconnu,
    n existe|existent pas|plus, existe pas, n est pas|plus connu|connue|valide|reconnu|reconnue|enregistre|enregistree|attribuee,
    n a pas ete trouve|trouvee, n a pu etre trouve|trouvee, incorrecte, erronee, errone, non attribuee, non connu
    desconocido, desconocida, desconocidos, inexistente, no existe|existen|existia, no encontrado|encontrada|valido|valida,
    no se encuentra|encontro|ha|pudo encontrado|encontrar|registrado|, no registrado|registrada, no es valido|valida,
    no fue encontrado|encontrada, invalido, invalida, incorrecto, incorrecta, no|ya existe, no figura, equivocada, no reconocido
    desconhecido, desconhecida, nao existe|existem|existente, nao foi| encontrado|encontrada|localizado|localizada|cadastrado|cadastrada,
    nao e valido|valida, nao consta, nao|no localizado|encontrado, incorreto, incorreta, no existe mais, nao existe mais
    sconosciuto, sconosciuta, sconosciuti, inesistente, inesistenti, non|no esiste|esistente|esistono|trovato|trovata|valido|valida|presente,
    non attestato|attestata|riconosciuto|riconosciuta|registrato|registrata|configurato|configurata, non e|stato|stata trovato|trovata|presente|valido,
    non e stato|stata trovato|trovata, errato, errata, non piu esistente|valido|valida, non risulta, ignoto, ignota
    onbekend, onbekende, bestaat niet, bestaat hier niet, niet gevonden|bekend|aanwezig|geregistreerd, ongeldig, ongeldige, bestaat niet meer
    nieznany, nieznane, nieznana, nieznanego, nie istnieje|istnieja|znaleziono|znaleziony|odnaleziono|znany, niepoprawny, niepoprawna,
    nieprawidlowy, nieprawidlowa, nie zostal|zostala|zostalo znaleziony|znaleziona|odnaleziony|znalezione, nieistniejacy, nieistniejaca,
    nieistniejace, niezarejestrowany
    neexistuje, neexistuji, neexistujici, neznamy, neznama, neznamyy, nenalezen, nenalezena, nenalezeno, nebyl|nebyla nalezen|nalezena,
    neplatna, neplatny, nezname, neznama, neni znam, neexistujuci, nebol|nebola najdeny|najdena, nenajdeny, nenajdena
    ne obstaja, ni obstojec, neznan, neznani, neznana, neobstojec, neobstojeci, ni bil|bila| najden|najdena|znan|veljaven, neveljaven, neveljavna
    ne postoji, nepoznat, nepoznata, nepostojeci, nepostojeca, nije pronaden|pronadena|pronadjen
    okand, okant, finns inte|ej, existerar inte|ej, hittades inte|ej, hittas inte|ej, kunde inte hittas, ogiltig, saknas, felaktig,
    ukendt, ukjent, findes ikke, eksisterer ikke, finnes ikke, ikke fundet|funnet, blev|ble ikke fundet|funnet, ugyldig,
    tuntematon, ei ole olemassa, ei loydy|loytynyt, olematon
    necunoscut, necunoscuta, inexistenta, nu exista, nu a fost gasit|gasita, nu este valid|valida, ismeretlen, nem letezik, nem letezo,
    nem talalhato, ervenytelen
    bulunamadi, bulunamiyor, bulunmuyor, bulunmamaktadir, yok, yoktur, mevcut degil, mevcut degildir, bilinmiyor, bilinmeyen,
    gecersiz, tanimsiz, tanimli degil, kayitli degil, gecerli degil, tidak ditemukan|dikenal|ada|terdaftar|valid
    αγνωστος, αγνωστη, δεν υπαρχει, δεν βρεθηκε, ανυπαρκτος, ανυπαρκτη
    no existeix, no s ha trobat, desconegut, не съществува, несъществуващ, несъществуваща, непознат, neegzistuoja, nerastas, nezinoma, nezinomas, neeksiste, nav atrasts|atrasta, nezinams, ei leitud, tundmatu, ei eksisteeri,
    khong ton tai, khong tim thay, khong hop le, khong dung, לא קיים|קיימת|נמצא|נמצאה|ידוע|מוכר, אינו|אינה קיים|קיימת|מוכר,
    غير موجود|موجودة|معروف|صحيح|صالح, لا يوجد, ليس موجودا, لم يتم العثور عليه, یافت نشد, وجود ندارد, نامعتبر, पाया नहीं गया, मौजूद नहीं, अज्ञात, नहीं मिला, ไม่มีอยู่, ไม่พบ, ไม่ถูกต้อง
    не найден|найдена|найдено|нашелся|нашлось|существует|существуют|зарегистрирован|зарегистрирована|обнаружен|известен|известна, неизвестен,
    неизвестна, неизвестный, неизвестного, несуществующий, несуществующая, несуществующего, неверный, неправильный,
    отсутствует, отсутствуют, нет на|в сервере|этом|системе|базе, нету, нет такого|такой, не является действительным,
    не знайдено|знайдений|знайдена|існує|ісснує|зареєстрований|зареєстровано, невідомий, невідома, неіснуючий, неіснуюча, відсутній, відсутня,
    не съществува, неизвестен
    不存在, 没有找到, 沒有找到, 未找到, 找不到, 未发现, 无效, 無效, 不正确, 未注册, 不明, 未知, 错误, 有误, 并不存在, 查无此人, 不在本系统, 不合法, 没有注册
    存在しません, 存在していません, 存在しない, 見つかりません, 見つかりませんでした, 見つからない, 不明です, 無効です, 登録されていません,
    ありません, ございません, 誤り, 正しくありません, 不正です
    찾을 수 없, 존재하지 않, 없습니다, 없는, 알 수 없, 잘못된`,

  missingAfter: list`
    not on|in this|our|the|my|that server|system|machine|host|network|database|directory|records|list|userlist, not in our|my|this|the,
    not in recipient|user|mailbox|address list|table|database, not a|an mailbox|user|account here|on|at|of, non risulta, saknas, yok, yoktur, отсутствует`,

  /** Said before a mailbox or its address only. */
  missingBefore: list`
    no|not|non such|existing|valid|known|matching, no such local|virtual, not|isnt a|an| valid|known|registered|existing|correct,
    not our, there is|was|are no|not| such|valid|any|, there isnt|isn a|an|any|t, theres no, bad, bad destination, could no find,
    couldnt|cannot|cant|didnt|dont|couldn|don find|locate|t_find|recognize, no account|mailbox|user|alias for, could|can|did|do not find|locate, unable to find|locate,
    werent|not able to find|locate, doesnt|dont|not recognize|know|have|has|found such|that|this|an|a|any, does not have, we have no, has no such,
    server not has, dont|doesnt exist|exists, does|do| no|not exist|exists
    kein, keine, keinen, kein solcher, keine solche, kein solches, es gibt kein|keine|keinen, kein gültiger|gültiges|passender
    aucun, aucune, pas de, pas d, il n y a pas|aucun|aucune de|d|
    no existe|hay|tiene el|la|ese|esa|este|esta|tal|ningun|ninguna|un|una|dicha|dicho|, no hay nadie con, no se encontro|encuentra el|la|un|una|
    nao existe|ha|temos o|a|este|esse|esta|nenhum|nenhuma|um|uma|tal|, nao foi encontrado|encontrada|possivel encontrar o|a|
    nessun, nessuna, non esiste|esistono|c e|trovo un|una|l|la|il|alcun|alcuna|nessun|nessuna, non sono riuscito a trovare, impossibile trovare, non e possibile trovare|
    geen, geen dergelijke, er is geen
    nie ma takiego|takiej|takich|, brak, brak takiego|takiej, nie istnieje taki|takie|taka|, nie znaleziono, nie znam takiego
    neexistuje zadny|takova|takovy|, zadny takovy, takovy, nelze najit, zadna
    ni takega|takšnega|uporabnika, ni mogoče najti, ni bilo mogoče najti, ne obstaja, ne najdem
    ne postoji, nema takvog, nema, ingen sadan|slik|, finns ingen, der findes ingen, ingen, ei loydy, nu exista, nincs ilyen
    boyle bir, boyle, bu isimde, boyle bir isimde, gecersiz, bilinmeyen, tidak ada
    δεν υπαρχει
    לא נמצא|קיים|נמצאה, لا يوجد, ไม่พบ, ไม่มี, khong tim thay|co, no this|that, no has this|that|such, unexist, unexisted,
    нет такого|такой|, не существует такого|такой|, не найден|найдена такой|такого|, отсутствует, не знаю такого, не нашел такого, нема такого|такої|
    没有此, 没有这个, 没有该, 没有, 無此, 无此, 无该, 未找到, 找不到, 找不到该, 找不到此, 不存在此, 不存在该, 不存在的, 查无此, 查無此, 无效的, 無效的, 无法找到, 未知的, 错误的
    存在しない, 不明な, 無効な, 該当する, 存在しません
    존재하지 않는, 알 수 없는, 없는, 잘못된`,

  /** Exists, but takes no mail any more. Also said of domains. */
  closed: list`
    disabled, disable, disactivated, deactivated, deactived, desactivated, deactivate, inactive, inactivated, unactive, inactived,
    not|isnt|isn active|activated|activate|enabled|t_active|in_use|in_service, suspended, suspend, closed,
    no longer|more active|in_use|used|available|in_service|enabled|monitored|employed|working|accepting|activated|maintained|supported,
    cancelled, canceled, terminated, expired, deleted, removed, discontinued, frozen, freezed, dormant, archived, retired, decommissioned,
    locked, deprovisioned, out of use, unused, blocked due to|for inactivity, lapsed, purged, withdrawn, defunct
    deaktiviert, gesperrt, inaktiv, nicht aktiv, nicht mehr aktiv|erreichbar|verfügbar|genutzt|in_gebrauch|in_betrieb|benutzt,
    stillgelegt, gelöscht, abgeschaltet, geschlossen, abgelaufen, aufgelöst, gekündigt, deaktiviertes, gesperrtes, inaktives, abgemeldet
    desactive, desactivee, suspendu, suspendue, inactif, inactive, ferme, fermee, resilie, resiliee, supprime, supprimee, bloque, bloquee,
    archive, archivee, cloture, cloturee, expire, expiree, verrouille, n est plus actif|active|utilisee|utilise|disponible, pas active
    deshabilitado, deshabilitada, desactivado, desactivada, suspendido, suspendida, inactivo, inactiva, cancelado, cancelada, bloqueado, bloqueada,
    inhabilitado, inhabilitada, eliminado, eliminada, cerrado, cerrada, caducado, caducada, expirado, expirada, vencida, de baja, no activo|activa,
    no esta activo|activa, dado|dada de baja, ha expirado, no esta habilitado|habilitada
    desativado, desativada, suspenso, suspensa, inativo, inativa, desabilitado, desabilitada, excluido, excluida, encerrado, encerrada, removido, removida, expirou, nao esta ativo|ativa, fechada
    disabilitato, disabilitata, cessata, disattivato, disattivata, sospeso, sospesa, non attivo|attiva, non e|risulta attivo|attiva|abilitato|abilitata, non piu attivo|attiva|in_uso|disponibile, scaduto, scaduta,
    chiuso, chiusa, cancellato, cancellata, eliminato, eliminata, bloccato, bloccata, dismesso, dismessa, cessato, cessata, inattivo, inattiva, disabilitati
    uitgeschakeld, gedeactiveerd, geblokkeerd, opgeheven, verwijderd, gesloten, inactief, niet actief, niet meer actief, opgezegd, vervallen, niet meer in gebruik
    zablokowane, zablokowana, zablokowany, nieaktywne, nieaktywna, nieaktywny, wylaczone, wylaczona, zawieszone, zawieszona, zawieszony, usuniete, usunieta, usuniety,
    zamkniete, zamknieta, wygaslo, wygasla, zlikwidowane, zlikwidowana, dezaktywowane, nie jest aktywne|aktywna|aktywny, jest nieczynne|nieczynna
    zrusen, zrusena, zruseno, zruseny, zrusene, zablokovan, zablokovana, zablokovano, deaktivovan, deaktivovana, deaktivovano, neaktivni, neaktivna, vypnuta, pozastaven, pozastavena, smazan, smazana, uzavrena, zruseny, zablokovany, zakazan, zakazana
    onemogocen, onemogoceno, blokiran, blokirana, izbrisan, izbrisana, ukinjen, neaktiven, neaktivna, zaprt, zaklenjen, deaktiviran, ni aktiven, ni vec aktiven
    inaktiverat, inaktiverad, avstangt, avstangd, sparrat, sparrad, avslutat, avslutad, borttagen, stangt, inaktiv, ar stangd, lukket, spærret, deaktiveret, nedlagt, slettet, lukkede, sperret, deaktivert, stengt, avsluttet, poistettu, suljettu, lakkautettu
    dezactivat, dezactivata, suspendat, inactiv, inactiva, blocat, sters, megszunt, letiltva, letiltott, inaktiv, felfuggesztve, torolve
    devre disi, kapali, kapatildi, kapatilmis, kapatilmistir, askiya alindi, askiya alinmis, pasif, silinmis, silindi, iptal edildi, engellendi, kilitli, donduruldu, aktif degil, aktif degildir, kullanim disi, dinonaktifkan, ditangguhkan
    απενεργοποιημενος, ανενεργος, ανενεργη, κλειστος, εχει απενεργοποιηθει
    desactivat, suspes, bloquejat, dezactivat, suspendat, le van tiltva, telah dinonaktifkan|ditutup|diblokir|dihapus, onemogucen, onemoguceno, suspendovan, deaktiviran, ugasen, obrisan, деактивиран, блокиран, закрит, спрян, uzdarytas, uzblokuotas, isjungtas, slegts, blokets, suletud, blokeeritud,
    da bi khoa|xoa|vo_hieu_hoa, bi khoa, ngung hoat dong, מושבת, מושבתת, חסום, נעול, סגור, הושעה, معطل, موقوف, مغلق, محذوف, تم تعطيله|إيقافه|حذفه, معلق, غير نشط, غیرفعال, غير فعال, مسدود, निष्क्रिय, बंद, निलंबित, ถูกระงับ, ถูกปิด, ปิดใช้งาน, ยกเลิก,
    closed down
    заблокирован, заблокирована, заблокировано, отключен, отключена, неактивен, неактивна, не активен|активна|активирован, удален, удалена, закрыт, закрыта, деактивирован, деактивирована,
    приостановлен, приостановлена, уволен, уволена, заморожен, заморожена, больше не используется|существует|обслуживается, не используется, не обслуживается, просрочен,
    заблокований, заблоковано, заблокована, вимкнений, вимкнено, видалений, видалена, видалено, неактивний, неактивна, неактивен, деактивиран
    已停用, 已被停用, 停用, 已停止服务, 停止服务, 停权, 停權, 已停權, 已停止使用, 已禁用, 已被禁用, 被禁用, 禁用, 已冻结, 被冻结, 已被冻结, 冻结, 已注销, 已被注销, 已锁定, 已被锁定, 被锁定, 锁定, 未激活, 已过期, 已失效, 已关闭, 已被关闭, 已删除, 已被删除, 被删除, 已離職, 已离职, 已被凍結, 已封禁, 被封, 停止使用
    無効になって, 無効化, 停止されて, 停止中, 停止して, 利用停止, 削除され, 閉鎖され, 凍結, ロックされ, 使用され, 解約, 廃止, 現在使用されておりません, 使用されておりません, 使われておりません
    비활성, 정지, 삭제, 차단된 계정, 휴면, 해지, 탈퇴, 탈퇴한`,

  closedAfter: list`stop|stopped using`,

  /** Exists, and is full. `exceeds` and `room` make it too: "has exceeded | its maximum | quota". */
  full: list`
    full, overfull, overflow, overflowed, overflowing, overquota, overdrawn, fulled, not able to receive|accept more mail|messages, at capacity, at its capacity, reached capacity, used up, quota violation|violated|overdraft|overflow,
    quota|quotas|size_limit|storage_limit|space|storage|capacity is|was|has|has_been|have_been| exceeded|full|exhausted|reached|over|used_up|violated|not_enough|insufficient,
    has too many messages, has exhausted
    voll, speicherlimit|quota|kontingent überschritten|erreicht, is over size, quotum overschreden, überfüllt, überlaufen, quota überschritten|erschöpft, speicherplatz erschöpft|überschritten|voll, speicherlimit überschritten, speicherkontingent überschritten,
    hat das|sein|die|ihr|den speicherlimit|quota|limit|kontingent|speicherplatz|quote überschritten|erreicht|erschöpft, keinen speicherplatz, nicht genügend|genug speicherplatz|platz|speicher, speicher ist| voll, hat keinen platz, kein|keinen platz|speicherplatz|speicher mehr
    plein, pleine, pleines, saturee, sature, quota depasse|atteint|excede, a depasse|atteint son|sa|le quota|limite|capacite, dépassé son quota, depassement de|du quota, n a plus de|d place|espace, plus de place, espace insuffisant, debordee
    lleno, llena, saturado, saturada, cuota excedida|superada|agotada|sobrepasada, excedido|supera|superado|excede|excedio|sobrepasado|sobrepaso|alcanzado su|la|el| cuota|limite|espacio|almacenamiento|quota,
    ha|a excedido|superado|sobrepasado su|la|el| cuota|limite|espacio|quota, sin espacio, no tiene espacio, no hay espacio, sobre cuota, espacio insuficiente, excede el tamaño|limite|espacio, espacio agotado
    cheia, cheio, lotada, lotado, cota excedida|esgotada, quota excedida|esgotada, excedeu|atingiu|ultrapassou a|o|sua|seu| cota|quota|limite|espaco|capacidade, sem espaco, nao tem espaco, nao ha espaco, espaco insuficiente, acima da cota|quota, espaco esgotado
    piena, pieno, satura, esaurita, quota superata|esaurita|raggiunta, spazio esaurito|insufficiente, ha superato|raggiunto|esaurito la|il|lo| quota|limite|spazio|capienza, spazio disponibile esaurito, sovraccarica, fuori quota, oltre quota, superato il limite
    vol, zit vol, is vol, overvol, quota overschreden, limiet overschreden, heeft de|zijn|het quota|limiet|opslaglimiet overschreden|bereikt, geen ruimte, onvoldoende ruimte|opslagruimte
    pelna, pelny, pelne, przepelniona, przepelniony, przepelnione, przekroczyl|przekroczyla|przekroczono|przekroczony limit|quota|pojemnosc|quote|rozmiar|miejsca|, limit pojemnosci|miejsca przekroczony, brak miejsca, zapelniona, zapelniony, przekroczony limit, brak wolnego miejsca, za malo miejsca
    plna, plny, preplnena, preplneny, prekrocil|prekrocila|prekrocena|prekrocen|prekrocila kvotu|limit|kvota|svou|velikost|, prekrocena kvota, kvota prekrocena, zaplnena, nema misto, nedostatek mista, nema dostatek mista
    poln, polna, prepoln, presegel|presega|prekoracil kvoto|omejitev|velikost|dovoljeno|, kvota presezena, prekoracena kvota, ni prostora, nima prostora, pun, puna, prepun, prekoracio kvotu, prekoracena
    full, fullt, overfull, ar full|fullt, overskridit, har overskridit, kvoten overskriden, fuld, er fuld|full, overfyldt, overfylt, taynna, plin, plina, depasit, megtelt, tele, betelt, tullepett
    dolu, doldu, dolmus, dolmustur, kotasi|kota|kotasini dolu|asildi|doldu|asmis|asti|asilmis|doldurmus, yer kalmadi|yok, yetersiz alan, penuh, melebihi kuota
    γεματο, γεματος, πληρης, γεματη, υπερβαση οριου, γεματο, γεματα,
    plena, ple, excedit la|el quota|limit, пълна, пълен, препълнена, pilna, pilnas, perpildyta, tais, penuh, da day, day, da het dung luong, vuot qua dung luong, מלאה, מלא, חרגה מהמכסה, ممتلئ, ممتلئة, امتلأ, تجاوز الحصة, پر است, پر, भरा हुआ, भर गया, भर, เต็ม
    переполнен, переполнена, переполнено, полон, заполнен, заполнена, полный, превышена|превысил|превышен|исчерпана|исчерпал|превысила квота|квоту|лимит|размер|объем|допустимый|, квота|лимит|место|места|объем превышена|исчерпана|исчерпано|превышен|исчерпан|закончилось,
    нет места|свободного|достаточно места|, недостаточно места|свободного, не хватает места, закончилось место, переповнена, переповнений, переповнено, заповнена, заповнений, перевищено|перевищила|перевищив квоту|ліміт|, препълнена
    已满, 已滿, 满, 满了, 滿, 已满了, 超過信箱容量, 超出信箱容量, 超过邮箱容量, 容量不足, 空间不足, 空間不足, 容量已满, 空间已满, 超过容量, 超出容量, 超出配额, 超过配额, 超过限额, 爆满, 容量超限, 超過容量, 没有足够空间, 没有足够的空间, 空间不够, 已超限
    いっぱい, 一杯, 満杯, 満タン, 容量超過, 容量オーバー, 容量を超え, 容量が超え, 容量制限, 容量不足, 容量が不足, 空きがありません, 上限を超え, オーバー
    가득, 용량 초과, 용량이 초과, 용량을 초과, 꽉 찼, 용량이 부족, 초과`,
  fullBefore: list`
    full, overfull, quota|storage_limit|disk_quota exceeded|exceed|violation|reached|full for|of|in|by|, too many|much messages|mail|mails|emails|data|mail_data in|on,
    no|insufficient|not_enough|no_more|out_of space|room|storage|disk_space left|available| in|for|on, exceeded quota|storage for|of
    espace insuffisant dans, spazio esaurito|insufficiente nella|nell|in|per, espacio insuficiente en, plein de, pas assez de place dans|pour, no hay espacio en|para, sem espaco na|no|em, sin espacio en|para, falta de espacio|espaco en|na|no, spazio insufficiente nella|per, geen ruimte in, brak miejsca w|na, nema misto v, переполнен, переполнена, нет места в, недостаточно места в, закончилось место в`,

  exceeds: list`
    exceeded, exceeds, exceed, exceeding, reached, reaches, over, above, beyond, exhausted, violated, surpassed, out of, run out of, running out of, not have, no, no more, lacks, lack of,
    insufficient, not|doesnt|dont|hasnt|isnt|doesn|don enough|sufficient|have|t_have, overschreden, überschritten, überschreitet, depasse, excedido, supera, superado, excede, excedio,
    sobrepasado, alcanzado, sin, excedeu, atingiu, ultrapassou, sem, superato, raggiunto, esaurito, przekroczyl, przekroczyla, przekroczono, przekracza, brak, prekrocil,
    prekrocila, presegel, presega, prekoracil, overskridit, overskredet, превысил, превышает, превышен, исчерпал, перевищив, недостаточно, нет
    超过, 超出, 超過`,
  room: list`
    quota, quotas, disk|storage|mailbox|mail|box|allowed|free| space, storage, room, mailbox|storage|disk|space|allowed|disc|box|quota size|limit|limits|capacity|allocation,
    allocated storage, allowed|permitted|available storage|size|capacity, size of mailbox|inbox, disk, quote, kontingent, speicherplatz, speicherlimit, place, limite de stockage,
    cuota, espacio, almacenamiento, cota, espaco, capacidade, spazio, capienza, limit pojemnosci, pojemnosc, miejsca, kvotu, kvoto, kvoten, квоту, квота, лимит ящика, места, місця
    配额, 容量, 空间, 限额`,

  /** Exists, and has received too much for now. */
  busy: list`
    receiving|received|receives|getting too many|much messages|mail|mails|email|emails, receiving mail|email|messages too quickly|fast, receiving mail|email|messages at a rate that prevents,
    exceeded the|their|its| message rate limit`,
  busyBefore: list`
    too many|much messages|mail|mails|email|emails for, message|rate limit exceeded for`,

  /** What else is said of a domain. */
  domainRefused: list`
    not|isnt|arent a|an|one| local|hosted|handled|served|accepted|allowed|configured|ours|permitted|supported|provisioned|registered|setup|verified|of_our|here|routable|resolvable,
    doesnt|not|cannot|wont accept|accepting|receive|receiving|handle|handling|serve|have mail|email|emails|messages|e_mail|mx|, unrouteable, unroutable, no mail,
    misconfigured, has no mx|mail|mailserver, cannot be resolved|reached, could not be resolved, unverified, refuses mail, rejected,
    nicht zuständig|lokal|akzeptiert|gehostet, non gere|heberge|autorise, no alojado|permitido|autorizado, nao autorizado|hospedado|aceito, non gestito|ospitato|autorizzato, nie jest obslugiwana|obslugiwany, neni obsluhovana, не обслуживается, 不支持, 未授权`,
  domainRefusedBefore: list`
    accepting|accept|accepts|handle|handling|receive|deliver|relay mail|email|emails|messages|e_mail| for, unrouteable, unroutable, not our, non|not local, not one of our,
    not responsible|authoritative|configured for, not a|an local|valid|accepted|known|hosted, non accepted, relay|relaying to|for, no mx|mail for, null mx for,
    unable to find|resolve, not a part of`,

  /** Before a noun, they say that it is the sender's: "your account". Where they stand behind it, no claim has them. */
  possessive: list`
    your own|companys|organizations|, ihr|ihre|ihrer|ihrem|ihren|ihres|dein|deine|deiner|deinem|deinen|deines|euer|eure|eurer|eurem|euren,
    votre|vos|ton, su|sus|tu|tus|vuestro|vuestra, sua|seu|teu|tua|vosso|vossa, suo|tuo|vostro|vostra, vostre|teva|seva,
    uw|jouw|jullie, twoj|twoja|twoje|twojego|twojej|wasz|wasza|wasze|panstwa|pana|pani,
    vas|vasa|vase|vaseho|vasej|vasi|vasem|vasho|vasega|vasemu|vaseg|tvuj|tvoj|tvoja|tvoje|tvojho|tvojega,
    ditt|din|ert|deres|jeres, sinun|teidän, dumneavoastra, az ön, sizin|senin, σας|σου,
    ваш|ваша|ваше|вашего|вашей|вашему|вашем|вашу|твой|твоя|твое|твоего|твоей|твою, вашого|вашої|твій|твоє|твого|твоєї,
    вашият|вашия|вашата|вашето|твоят|твоята|твоето, jūsų|tavo|tavs|tava, teie|sinu, आपका|आपकी|तुम्हारा|तेरा,
    您, 你, 貴, 贵, あなたの, お客様の, 당신의|귀하의|회원님의|고객님의|귀사의 메일|`,

  /** What a sentence begins with that supposes and does not state. */
  supposed: list`
    if, whether, in case, unless, make sure, be sure, please ensure|verify|check that|if|, check that|whether|if, wenn, falls, ob, si el|la|le|su|votre|l, se o|il|la|l|a, jesli, jezeli, pokud, jestlize, ce je, als de|het, eger, om, jos, daca, ha a, если, якщо, 如果, 请确认, 请检查, もし, 場合`,
};

function words(text: string): ReadonlySet<string> {
  return new Set(wordsOf(fold(text)));
}

/** May stand between the parts of a claim. */
export const fillers: ReadonlySet<string> = words(`
  a account accounts address addresses adress an appears are as at be been being belonging box by called currently e email entered for found given has have here id
  in inbox is it its known local mail mailbox mailboxes name named now of on our or permanently provided reach recipient recipients s seems specified supplied
  system table that the their this to tried trying contact user users virtual was we were which who whose with would will you your had already also ve youve
  want wanted enter wrote write sent send typed mailed looking use used
  requested referenced mentioned intended target destination sent status state server currently administratively marked either may does and just alias part space storage quota mailfolder folder disk
  ist sind wurde wurden wird uns hier der die das des den auf diesem dieser dieses dem im in beim bei system mail angegebene angegebenen ihm konnte konnten kann leider mit diesen namen unter empfängers empfänger benutzers benutzer nutzers
  est sont a ete cette ce cet le la les de du d un une electronique messagerie au aux moins destinataire demande demandee indique indiquee specifie specifiee sur serveur notre son email mel votre actuellement
  del el es son esta este ese esa correo electronico indicado indicada especificado especificada solicitado solicitada destino destinatario usuario que ha sido fue se en estado por actualmente ya
  do da dos das o os correio eletronico entrada informado informada foi sua seu na no nesta neste encontra
  di del della dell e posta postale elettronica indicato indicata specificato specificata richiesto richiesta risulta utente locale stato stata questo questa per nel nella suo sua attualmente essere l il lo
  de het een van is deze dit wordt werd bij op
  jest ten ta to tego tej podany podana podane podanego zostal zostala zostalo o adresie adresem adres podanym takim nazwie nazwa odbiorcza odbiorczy pocztowa pocztowej email pocztowe na serwerze tym u nas
  je tento tato toto s touto byla byl bylo bol bola bolo postovni na serveru uzivatele prijemce adresata emailova
  ta z za tem v uporabnika prejemnika naslovnika postni elektronski je bil bila imenom naslovom
  ar er on har denna detta den det blivit blev ble som for til hos
  ta este esti acest aceasta a az ez ezen fost
  bu bir adli isimli sahip posta elektronik ait icin su burada sistemde sunucuda olan e-posta
  этот такой такого такая с со на в данный данного указанный указанного указанным данным этого адресом именем был была было почтовый почтовая ящик пользователя получателя адресата является уже нашем сервере цей з таким поштова е ειναι
  的 地 址 容 量 该 此 这 个 您 所 发 送 是 在 中 里 名 号 已 经 被 目 前 箱 邮 件 人 收 用 户 帐 账 本 系 统 服 务 器 为
  は が の に を も 容 量 て い る で こ 指 定 さ れ た ご の メ ル
  은 는 이 가 을 를 의 된 한 인`);

/** May stand between what is said before a mailbox and the mailbox. */
export const determiners: ReadonlySet<string> = words(`
  a an the this that such any of our local virtual mail email e recipient recipients destination user mailbox or and your their named called smtp valid
  der die das dieser diese dieses den dem dieses solcher solche le la les l un une de d cette ce el los las un una ese esa este esta del dicho tal o os as um uma esse essa
  il lo i gli uno questo questa di posta deze dit de het een ten ta to tego tej taki takie taka takiego takiej tento tato takovy takova ta tak en et den det denne
  takvog bir этот этого такой такого почтовый почтового электронной адрес 的 该 此 这 个 の よ う な 된 한 인 상 태 prejemnikovega e postnega emailova`);

/** May stand between `exceeds` and `room`. */
export const modifiers: ReadonlySet<string> = words(`
  its his her their the a any maximum max allowed allotted permitted available assigned more enough sufficient free disk storage mailbox mail email space total
  le la sa son les su el sua seu o a il lo limite massimo maximo di de sein das die ihr das zijn de het zugewiesene maximale dozwolony limit svou свой свою 的 邮 箱 用 户`);

/** Join a name and what is said of it: "<ann@example.org> | is | unknown". */
export const copulas: ReadonlySet<string> = words(`
  is was are were has been be appears to now currently seems
  ist wurde wird est a ete es esta fue ha e foi risulta stato jest zostal je byl byla bil ar er blev on este`);

/** What may follow what is said of a name without a copula. */
export const endings: ReadonlySet<string> = words(
  'left available remaining here at in on from with by due for because sur auf in en em su na w v на в',
);
