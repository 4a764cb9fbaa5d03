/**
 * Refusals in words that many servers use, one a line: written to find out how far the rules reach, by hand and mostly
 * before the rules could read them.
 */
export const wordedReplies = {
  /** The mailbox does not exist. */
  missing: lines(`
    550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in relay recipient table
    550 5.1.1 ann@example.org Recipient not found. <http://x.co/irbounce>
    550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos
    550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.org not found by SMTP address lookup
    550 #5.1.0 Address rejected ann@example.org no such recipient
    550 No such person at this address
    550 no mailbox by that name is currently available
    550 Requested action not taken: no such user
    550 sorry, no mailbox here by that name (#5.1.1 - chkuser)
    550 5.1.1 ann@example.org: Email address could not be found, or was misspelled (G8)
    550 Unknown recipient ann@example.org in this organisation
    550 The user <ann@example.org> is not known here
    550 Invalid recipient <ann@example.org> (#5.1.1)
    553 5.3.0 <ann@example.org>... Addressee unknown, relay=[192.0.2.1]
    550 <ann@example.org> User doesn't exist
    550 This account is unknown to us
    554 5.1.1 Mailbox ann is not known here
    550 Mailbox for ann@example.org does not exist on this server
    550 5.1.1 unknown email address
    550 5.1.1 No account by that name on this system
    550 ann: no such mailbox exists
    550 User not exists
    550 user is not exist
    550 recipient no exist
    550 The mailbox you want to reach doesn't exist here
    550 sorry, we do not have a user by that name
    550 we don't know any user ann here
    550 I have no account named ann
    550 That user is not one of our customers, mailbox not found
    511 5.1.1 Bad destination mailbox address: unknown user
    550 Address unknown: the recipient is not listed here
    550 5.1.1 Recipient is not a valid user of this system
    550 5.2.1 Mailbox not known
    550 5.1.1 <ann@example.org> is not a valid recipient
    550 5.1.1 Account not found
    550 User ann@example.org could not be located
    550 5.1.1 RCP-P1 http://postmaster.facebook.com - Invalid recipient address
    550 E-mail address not registered
    550 5.1.1 User has not been found
    550 Recipient unknown (unknown local part)
    553 sorry, this recipient is not in my validrcptto list (#5.7.1)
    550 user invalid
    550 5.1.1 Nonexistent mailbox
    550 Mailbox no longer exists
    554 recipient does not exists in our database
    550 There is no such email account here
    550 Not a valid mailbox
    550 Unable to find user ann
    550 Could not find the mailbox ann@example.org
    550 no known user with that name
    550 Benutzer ann existiert nicht
    550 Empfänger unbekannt (550)
    550 5.1.1 Dieses Postfach existiert nicht
    550 Die Adresse ist uns nicht bekannt
    550 Kein Postfach mit diesem Namen vorhanden
    550 Die E-Mail-Adresse existiert nicht mehr
    550 Ein Konto mit dieser Adresse gibt es hier nicht
    550 Mailadresse ungültig
    550 Dieser Empfänger wurde nicht gefunden
    550 Unbekannter Empfänger: ann@example.org
    550 Der Teilnehmer ist nicht bekannt
    550 5.1.1 Adresse d'au moins un destinataire invalide. Invalid recipient. OFR204_416
    550 Utilisateur inconnu sur ce serveur
    550 Cette adresse n'existe pas
    550 Boîte aux lettres inexistante
    550 Le destinataire n'a pas été trouvé
    550 L'adresse email du destinataire n'existe plus
    550 Aucun utilisateur de ce nom
    550 Compte inexistant
    550 Il n'y a pas de compte à ce nom
    550 Ce destinataire n'est pas connu
    550 Utente sconosciuto
    550 Destinatario inesistente
    550 Casella di posta inesistente
    550 La casella non esiste
    550 L'indirizzo del destinatario non è valido
    550 Nessun utente con questo nome
    550 Utente non trovato su questo server
    550 Account inesistente
    550 L'utente ann non esiste
    550 Usuario desconocido
    550 El usuario no existe
    550 La cuenta de correo no existe
    550 Buzón inexistente
    550 El destinatario no se encuentra
    550 No existe el usuario ann
    550 La dirección de correo es inválida
    550 No hay ningún usuario con ese nombre
    550 Cuenta no encontrada
    550 Usuário desconhecido
    550 Usuário inexistente
    550 O usuário não existe
    550 Destinatário não encontrado
    550 Conta inexistente neste servidor
    550 A caixa postal não existe
    550 Endereço de e-mail inválido
    550 Caixa postal não localizada
    550 Não existe o usuário informado
    550 Użytkownik nieznany
    550 Nie ma takiego użytkownika
    550 Adresat nieznany
    550 Konto nie istnieje
    550 Podany adres e-mail nie istnieje
    550 Brak takiej skrzynki
    550 Skrzynka pocztowa nie została znaleziona
    550 Odbiorca nie istnieje na tym serwerze
    550 Uporabnik ne obstaja
    550 Neznan uporabnik
    550 Naslovnik ni znan
    550 Poštni predal ne obstaja
    550 Uživatel neexistuje
    550 Neznámý uživatel
    550 Schránka neexistuje
    550 Adresát nebyl nalezen
    550 Adresa příjemce neexistuje
    550 Такого пользователя нет
    550 Пользователь не найден
    550 Нет такого почтового ящика
    550 Почтовый ящик не существует
    550 Адресат неизвестен
    550 Получатель не найден на сервере
    550 Адрес получателя не существует
    550 Пользователь с таким именем не существует
    550 Kullanıcı bulunamadı
    550 Böyle bir kullanıcı yok
    550 Alıcı bulunamadı
    550 E-posta hesabı mevcut değil
    550 Alıcı adresi geçersiz
    550 Gebruiker onbekend
    550 Deze gebruiker bestaat niet
    550 Het e-mailadres bestaat niet
    550 Onbekende ontvanger
    550 Postvak niet gevonden
    550 ユーザーが存在しません
    550 宛先のメールアドレスが存在しません
    550 受信者が見つかりません
    550 該当するユーザーはありません
    550 指定されたアドレスは存在しません
    550 用户不存在
    550 收件人地址不存在
    550 找不到收件人
    550 该用户不存在
    550 邮箱帐号不存在
    550 没有这个用户
    550 该邮箱地址不存在
    550 Användaren finns inte
    550 Mottagaren är okänd
    550 Modtageren findes ikke
    550 Brukeren finnes ikke
    550 Utilizatorul nu există
    550 A felhasználó nem létezik
    550 존재하지 않는 사용자입니다
    550 Користувача не знайдено
    550 Скринька не існує
    550 user dosen't exist
    550 unknow user
    550 no exist user
    550 this user not found in server
    550 mailbox dont exist
    550 the email address you enter is not exist
    550 this mail account not exist
    550 User [ann] not exist!
    550 recipient is invalid, address not found
    550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
    550 5.1.1 User unknown; rejecting
    550 5.4.1 [ann@example.org]: Recipient address rejected: Access denied [AM0EUR02FT003.eop-EUR02.prod.protection.outlook.com]
    550 5.1.1 ann@example.org Ungueltiger Empfaenger
    550 <ann@example.org> ist kein gültiger Empfänger
    550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550
    550 5.1.0 <ann@example.org> recipient invalid: not in Domino Directory
    550 ann@example.org... No such user here
    550 ann (ann@example.org) not listed in Domino Directory
    550 5.1.1 ann... User unknown in GroupWise
    550 Kerio: mailbox ann does not exist
    550 5.1.1 CommuniGate: unknown user account
    550 ann@example.org unknown user account
    550 hMailServer: unknown user
    550 Unknown user
    550 5.1.1 <ann@example.org>, recipient unknown
    550 <ann@example.org>, Recipient unknown
    550 <ann@example.org> Mailbox does not exist (MDaemon)
    550 5.1.1 Mailbox "ann" does not exist
    550 user <ann> does not exist here
    550 No such mailbox: ann
    550 sorry, no such user (vpopmail)
    550 sorry, that address doesn't exist here (#5.1.1)
    550 Sorry, I couldn't find any mailbox by that name. (#5.1.1)
    550 Sorry, no mailbox here by that name. vpopmail (#5.1.1)
    550 5.1.1 Delivery to ann failed: no such recipient
    550 <ann@example.org> No such user (seznam)
    550 5.1.1 No such user
    550 Bad recipient address
    550 Bad destination mailbox address
    554 5.1.1 recipient's account doesn't exist
    550 Addressed user doesn't exist
    550 specified mailbox doesn't exist
    550 the specified user is not found
    550 the recipient address you've specified is invalid
    550 mailbox does not exist or was renamed
    550 the account you have specified does not exist
    550 user with this name is not registered
    550 user with such email not found
    550 unknown local part ann in <ann@example.org>
    550 local part not recognised
    550 local delivery failed: no such local user
    550 unknown alias
    550 5.1.1 alias not found
    550 recipient's email address isn't valid
    550 address does not resolve to a mailbox
    550 user doesn't have mailbox here
    550 user has no mailbox on this server
    550 recipient doesn't have an account with us
    550 we have no mailbox for ann
    550 we couldn't find a mailbox for that recipient
    550 we were unable to find the recipient
    550 account by that name isn't known
    550 Der Empfänger konnte nicht gefunden werden
    550 Der angegebene Benutzer existiert nicht auf diesem System
    550 Ein Postfach für diese Adresse ist nicht vorhanden
    550 Zu dieser Adresse existiert kein Postfach
    550 Diese Adresse gibt es nicht
    550 Die Empfängeradresse ist ungültig
    550 Benutzerkonto nicht gefunden
    550 Es existiert kein Benutzer mit diesem Namen
    550 Postfach unbekannt
    550 Mailbox nicht vorhanden
    550 L'utilisateur demandé n'existe pas
    550 Boite inexistante
    550 Adresse inconnue
    550 Destinataire introuvable
    550 Aucune boîte aux lettres à ce nom
    550 Le compte ann n'existe pas sur ce serveur
    550 Cette boîte aux lettres n'existe plus
    550 Adresse e-mail erronée
    550 Utilisateur non trouvé
    550 L'adresse du destinataire est invalide
    550 La casella di posta specificata non esiste
    550 L'account di posta non esiste
    550 Destinatario non trovato
    550 Indirizzo email inesistente
    550 L'utente specificato non è stato trovato
    550 Indirizzo sconosciuto
    550 Non esiste nessun utente con questo indirizzo
    550 Utente inesistente su questo sistema
    550 La casella postale non è stata trovata
    550 No se encontró el usuario
    550 El buzón de correo no existe
    550 La dirección especificada no existe
    550 El correo electrónico del destinatario no existe
    550 Usuario no registrado
    550 La cuenta indicada no existe en este servidor
    550 Dirección de correo inexistente
    550 No existe la cuenta de correo
    550 Destinatario no válido
    550 Usuario no encontrado
    550 Usuário não cadastrado
    550 Usuário não encontrado neste domínio
    550 O endereço de email não existe
    550 A conta de e-mail não existe
    550 Conta não encontrada
    550 O destinatário informado não existe
    550 Caixa de correio inexistente
    550 Utilizador desconhecido
    550 Destinatário inválido
    550 Esta conta não existe
    550 Nie znaleziono użytkownika
    550 Użytkownik o podanym adresie nie istnieje
    550 Nieprawidłowy adres odbiorcy
    550 Nieznany odbiorca
    550 Nie ma takiej skrzynki pocztowej
    550 Odbiorca nieznany
    550 Konto pocztowe nie istnieje
    550 Taki użytkownik nie istnieje
    550 Brak użytkownika o tej nazwie
    550 Adres nieznany
    550 Uporabnik s tem imenom ne obstaja
    550 Prejemnik ne obstaja
    550 Naslov ne obstaja
    550 Prejemnik ni bil najden
    550 Uživatel nebyl nalezen
    550 Taková schránka neexistuje
    550 Neznámý příjemce
    550 Příjemce neexistuje
    550 E-mailová schránka neexistuje
    550 Účet nenalezen
    550 Пользователь с указанным адресом не найден
    550 Неизвестный получатель
    550 Почтовый ящик не найден
    550 Учетная запись не найдена
    550 Указанный адрес не существует
    550 Адресат не зарегистрирован
    550 Неверный адрес получателя
    550 Данный почтовый ящик не существует
    550 Пользователя с таким адресом не существует
    550 Нет такого получателя
    550 Böyle bir e-posta adresi yok
    550 Kullanıcı mevcut değil
    550 Geçersiz alıcı
    550 Alıcı bilinmiyor
    550 Bu e-posta adresi bulunamadı
    550 Hesap bulunamadı
    550 Ongeldige ontvanger
    550 Ontvanger niet gevonden
    550 Dit e-mailadres is niet bekend
    550 De mailbox bestaat niet
    550 Account bestaat niet
    550 Geen mailbox met deze naam
    550 ユーザーが見つかりません
    550 アカウントが見つかりません
    550 メールアドレスが正しくありません
    550 宛先アドレスは見つかりませんでした
    550 そのようなユーザーは存在しません
    550 収件者不存在
    550 無此用戶
    550 查無此收件人
    550 收件人不存在或地址错误
    550 邮件地址不存在
    550 帐户不存在
    550 收件邮箱不存在
    550 目标用户不存在
    550 no such a user
    550 there are no such user
    550 not such user
    550 mailbox isn't exist
    550 account dos not exist
    550 can not found user
    550 mail address not exists
    554 delivery error: dd ann@example.org is no longer valid. [-20] - mta.yahoo.com
    550 5.7.1 <ann@example.org>: Recipient address rejected: User email address is marked as invalid.
    550 No mail box available for this user
    550 No such mail drop defined
    550 <ann@example.org> nie istnieje
    550 ann@example.org not exists
    550 5.1.1 Käyttäjätunnusta ei löydy
    550 5.1.1 Nieznany odbiorca
    550 5.1.1 宛先のメールアドレスは存在しません
    550 5.1.1 Bu adrese sahip bir kullanıcı bulunamadı
    550 5.1.1 Poštni predal ne obstaja
    550 5.1.1 Schránka příjemce neexistuje
    550 5.1.1 L'adresse du destinataire n'existe pas ou plus
    550 5.1.1 Ontvanger bestaat niet
  `),
  /** The mailbox is disabled. */
  disabled: lines(`
    550 5.2.1 The email account that you tried to reach is disabled. Learn more
    550 5.2.1 <ann@example.org>: Mailbox disabled, not accepting messages
    550 5.7.1 Account disabled
    554 delivery error: dd Sorry, your message to ann@example.org cannot be delivered. This mailbox is disabled (554.30).
    550 The mailbox has been deactivated
    550 Account suspended
    550 User account has been suspended
    550 ann@example.org has been disabled
    550 This account has been closed
    550 5.1.1 Mailbox deleted
    550 The recipient's account was terminated
    550 mailbox is inactive
    550 user inactive
    550 This user's mailbox is no longer in use
    550 Account expired
    550 mailbox expired
    550 The account is locked
    550 Your recipient's mailbox is archived, account closed
    550 Inactive mailbox
    550 Disabled account
    550 Mailbox frozen
    550 User account is frozen
    550 This address is no longer active
    550 The address is no longer in service
    550 This account is not active
    550 User account not activated
    550 ann@example.org: account has been deleted
    550 Address is no longer in use
    550 This e-mail address is no longer valid, account closed
    550 Recipient has left the company
    550 ann no longer works here
    550 Employee no longer with the company
    550 The mailbox was closed by its owner
    550 Account is discontinued
    550 5.2.1 Account inactive
    550 user is suspended
    550 mailbox suspended for non-payment
    550 Mailbox is dormant
    550 account deactivated due to inactivity
    550 Account blocked due to inactivity
    550 The mailbox was removed
    550 this account was retired
    550 User mailbox is decommissioned
    550 Account status: suspended
    550 The status of this mailbox is disabled
    550 account disable
    550 mailbox suspend
    550 Postfach deaktiviert
    550 Das Konto wurde gesperrt
    550 Dieses Postfach ist gesperrt
    550 Der Benutzer ist inaktiv
    550 Die Mailbox wurde gelöscht
    550 Diese E-Mail-Adresse ist nicht mehr aktiv
    550 Konto wurde geschlossen
    550 Das Postfach ist stillgelegt
    550 Compte désactivé
    550 Cette boîte a été supprimée
    550 Le compte du destinataire est suspendu
    550 Boîte aux lettres désactivée
    550 Compte fermé
    550 Adresse désactivée
    550 Cette adresse est inactive
    550 Compte clôturé
    550 Account disabilitato
    550 Casella disattivata
    550 L'utente è sospeso
    550 La casella è scaduta
    550 Indirizzo non più attivo
    550 Casella di posta chiusa
    550 Utente disabilitato
    550 L'account è stato cancellato
    550 Cuenta deshabilitada
    550 Cuenta suspendida
    550 La cuenta está inactiva
    550 El buzón ha sido desactivado
    550 Usuario bloqueado
    550 Cuenta cancelada
    550 La cuenta ha sido eliminada
    550 Esta dirección ya no está activa, cuenta cerrada
    550 Conta desativada
    550 Conta suspensa
    550 O usuário está inativo
    550 Caixa postal bloqueada
    550 Conta cancelada
    550 A conta foi encerrada
    550 Endereço desativado
    550 Konto zablokowane
    550 Konto zostało zablokowane
    550 Skrzynka jest nieaktywna
    550 Konto wyłączone
    550 Skrzynka została usunięta
    550 Konto zawieszone
    550 Konto użytkownika jest nieaktywne
    550 Uporabnik je onemogočen
    550 Poštni predal je ukinjen
    550 Račun je blokiran
    550 Schránka byla zrušena
    550 Účet je zablokován
    550 Uživatel je deaktivován
    550 Schránka je neaktivní
    550 Почтовый ящик заблокирован
    550 Ящик отключен
    550 Учетная запись отключена
    550 Пользователь заблокирован
    550 Аккаунт удален
    550 Почтовый ящик удалён
    550 Почтовый ящик неактивен
    550 Этот ящик больше не используется
    550 Hesap kapatıldı
    550 Kullanıcı hesabı devre dışı
    550 Hesap askıya alındı
    550 Posta kutusu pasif
    550 Account is geblokkeerd
    550 Dit postvak is opgeheven
    550 Mailbox uitgeschakeld
    550 De gebruiker is niet meer actief
    550 Het account is verwijderd
    550 このアカウントは無効になっています
    550 メールボックスは停止されています
    550 このアドレスは削除されました
    550 用户已被禁用
    550 邮箱已停用
    550 帐号已被冻结
    550 该帐户已注销
    550 收件人邮箱已锁定
    550 该用户已被锁定
    550 Kontot är avstängt
    550 Kontoen er lukket
    550 Brukeren er deaktivert
    550 Contul este dezactivat
    550 A postafiók letiltva
    550 Акаунт заблоковано
    550 Скринька заблокована
    550 this user is deactivated by admin
    550 mailbox not enabled
    550 The user account has expired
    550 Recipient mailbox closed
    550 email address is disabled
    550 email address disabled
    550 the address you wrote to is deactivated
    550 Box is disabled
    550 user mailbox has been removed
    550 The account of ann is closed
    550 ann@example.org is suspended
    550 ann@example.org account is locked
    550 The email address has been retired
    550 5.1.6 Mailbox is no longer available
    554 5.2.1 mailbox disabled
    550 5.2.1 This mailbox has been blocked due to inactivity
    550 5.1.1 <ann@example.org> account is disabled - contact administrator
    550 The user ann@example.org has been deactivated
    550 User ann is disabled
    550 user mailbox is inactive
    550 Mailbox has been suspended by the administrator
    550 account is not active any more
    550 recipient account is inactive
    550 This mail account is suspended
    550 Email account disabled
    550 The e-mail address has been deactivated
    550 This email address is now closed
    550 the mailbox is closed
    550 Account was closed
    550 Mailbox account has expired
    550 The recipient mailbox has been deleted
    550 sorry, this account has been deleted
    550 Address has been removed
    550 Address no longer active
    550 Mailbox no longer active
    550 user no longer active
    550 ann@example.org is no longer active
    550 ann@example.org is no longer in use
    550 The mailbox ann@example.org has been locked
    550 User is locked out
    550 The mailbox you are trying to reach is disabled
    550 The account you are trying to reach has been suspended
    550 The email account you tried to contact is inactive
    550 inactive user
    550 deactivated mailbox
    550 Suspended account
    550 Terminated account
    550 closed mailbox
    550 deleted user
    550 Account status is inactive
    550 user status: disabled
    550 User (ann) is suspended
    550 Recipient disabled
    550 5.2.1 Recipient mailbox is disabled
    550 account cancelled
    550 mailbox cancelled by user
    550 mailbox dormant
    550 This is an archived mailbox
    550 account deprovisioned
    550 the account is frozen for not being used
    550 5.2.1 mailbox unused for long and therefore inactive
    550 not an active account: account was deleted
    550 Die Mailbox ist deaktiviert
    550 Das Benutzerkonto ist deaktiviert
    550 Konto gesperrt
    550 Das Konto des Empfängers wurde gelöscht
    550 Postfach ist geschlossen
    550 Der Account ist abgelaufen
    550 Die Adresse wurde abgeschaltet
    550 Adresse deaktiviert
    550 Dieses E-Mail-Konto ist inaktiv
    550 Empfängerkonto gesperrt
    550 Le compte a été désactivé
    550 Ce compte est fermé
    550 Cette boîte aux lettres est désactivée
    550 Boîte mail supprimée
    550 Compte suspendu
    550 Le compte du destinataire a été résilié
    550 Utilisateur désactivé
    550 Cette adresse a été supprimée
    550 La boîte est inactive
    550 Compte bloqué
    550 La casella è disattivata
    550 L'account è sospeso
    550 La casella è stata chiusa
    550 L'utente risulta disattivato
    550 Indirizzo disattivato
    550 Casella sospesa
    550 Questa casella non è attiva
    550 Account scaduto
    550 L'account del destinatario è bloccato
    550 Utenza cessata: casella dismessa
    550 La cuenta está deshabilitada
    550 La cuenta ha sido suspendida
    550 Buzón deshabilitado
    550 El usuario está inactivo
    550 La casilla fue eliminada
    550 Usuario dado de baja
    550 La cuenta ha expirado
    550 Cuenta bloqueada
    550 El buzón fue cerrado
    550 Esta cuenta no está activa
    550 A conta está desativada
    550 A conta foi suspensa
    550 Conta bloqueada
    550 Usuário desativado
    550 A caixa postal está inativa
    550 O usuário foi excluído
    550 E-mail desativado
    550 Caixa postal desativada
    550 Conta encerrada
    550 Esta conta foi cancelada
    550 Konto jest nieaktywne
    550 Skrzynka zablokowana
    550 Użytkownik zablokowany
    550 Konto zostało usunięte
    550 Konto jest wyłączone
    550 Skrzynka została zawieszona
    550 Adres jest nieaktywny
    550 Konto wygasło
    550 Skrzynka odbiorcy została zamknięta
    550 Konto pocztowe zawieszone
    550 Uporabniški račun je onemogočen
    550 Predal je blokiran
    550 Uporabnik je neaktiven
    550 Naslov je ukinjen
    550 Schránka je zablokována
    550 Účet byl zrušen
    550 Uživatelský účet je neaktivní
    550 Schránka byla deaktivována
    550 Ящик получателя заблокирован
    550 Почтовый ящик отключен за неактивность
    550 Пользователь удален
    550 Учетная запись удалена
    550 Аккаунт неактивен
    550 Почтовый ящик закрыт
    550 Адрес больше не используется
    550 Учетная запись пользователя заблокирована
    550 Kullanıcı pasif
    550 Hesap silinmiş
    550 Bu hesap kapatılmıştır
    550 E-posta hesabı devre dışı
    550 Deze mailbox is uitgeschakeld
    550 Het e-mailadres is opgeheven
    550 Account gesloten
    550 Gebruiker is inactief
    550 アカウントは停止されています
    550 メールアドレスは削除されています
    550 ユーザーは無効です
    550 このメールボックスは閉鎖されました
    550 该邮箱已停用
    550 用户被锁定
    550 收件人帐号已停用
    550 邮箱已被冻结
    550 帐户已过期
    550 该用户已注销
    550 邮箱已关闭
    550 mailbox deactivate
    550 user account suspend
    550 account inactived
    540 5.7.1 <ann@example.org>: recipient address rejected: Inactive
    550 5.7.1 <ann@example.org>: Recipient address rejected: Inactive MailBox, not poped for more than 6 months
    550 address is administratively disabled
    550 5.2.1 The account ann@example.org has been administratively disabled
    550 ann@example.org is no longer an employee of Example Ltd
    550 5.1.1 <ann@example.org>: Recipient address rejected: Mailbox is marked for deletion
    550 5.1.1 El destinatario ann@example.org ha sido dado de baja
    550 5.2.1 Skrzynka ann@example.org jest zablokowana z powodu braku opłaty
    550 Konto użytkownika zostało usunięte
    550 Данный почтовый ящик не обслуживается
    550 5.1.1 Почтовый ящик заблокирован за неактивность
    550 5.1.1 该用户已停用
    550 5.1.1 收件人邮箱已被冻结
    550 5.1.1 このメールアドレスは使用されていません
    550 5.2.1 A caixa postal do destinatário está desativada
    550 Der Empfänger hat sein Postfach aufgegeben
  `),
  /** The mailbox is full. */
  full: lines(`
    552 5.2.2 Mailbox full
    452 4.2.2 Mailbox full
    552-5.2.2 The email account that you tried to reach is over quota.
    452-4.2.2 The email account that you tried to reach is over quota
    552 5.2.2 The recipient's mailbox is full and can't accept messages now
    550 User quota exceeded
    552 Quota exceeded (mailbox for user is full)
    452 4.2.2 <ann@example.org>: Recipient address rejected: Mailbox is full
    550 Mailbox quota exceeded
    552 Requested mail action aborted: exceeded storage allocation
    452 ann@example.org mailbox is full
    552 5.2.2 Over quota
    550 Recipient's mailbox is over quota
    554 5.2.2 mailbox full; message rejected
    552 account is full
    552 user has exceeded his quota
    552 User has exceeded mailbox quota
    552 The mailbox has reached its storage limit
    452 4.2.2 The mailbox has exceeded its storage limit
    552 Mailbox has exceeded the limit
    552 Mailbox size limit exceeded
    550 mailbox would exceed its quota
    550 The mailbox has no space left
    552 Not enough space in mailbox
    552 Insufficient space in mailbox
    552 insufficient disk space for user
    552 There is no room in the mailbox
    552 user's disk quota exceeded
    552 user is over their quota
    452 4.2.2 user over quota, try again later
    450 4.2.2 Mailbox full, try again later
    552 mailbox storage exceeded
    552 storage full
    552 the user's mailbox is out of space
    552 inbox full
    552 The inbox of ann@example.org is full
    552 Disk quota exceeded
    550 5.2.2 ann@example.org... Disk quota exceeded
    552 The recipient has exceeded the maximum storage
    552 The recipient's inbox is full
    552 Recipient exceeded allowed storage
    552 recipient storage full, try again another time
    452 4.2.2 Recipient over quota
    552 account has exceeded its disk space limit
    552 The account exceeds its quota
    552 message would exceed the mailbox quota
    552 This user has too many messages on the server
    552 sorry, the mailbox is overquota (#5.2.2)
    552 sorry, recipient mailbox is full
    550 mailbox of the recipient is full
    552 no more space in the mailbox of the user
    552 the mailbox hasn't enough space
    552 mailbox lacks space
    552 user mail box is full
    552 not enough storage for user ann
    452 4.2.2 out of storage space for user
    552 mailbox capacity exceeded
    552 mailbox over limit: storage quota reached
    552 user mailbox quota is exceeded
    552 Postfach voll
    552 Das Postfach ist voll
    552 Postfach des Empfängers ist voll
    552 Quota überschritten
    552 Das Postfach hat das Speicherlimit überschritten
    552 Mailbox des Benutzers ist überfüllt
    552 Nicht genügend Speicherplatz im Postfach
    552 Speicherplatz des Benutzers erschöpft
    552 Boîte aux lettres pleine
    552 La boîte du destinataire est pleine
    552 Boîte saturée
    552 Le compte a dépassé son quota
    552 Espace insuffisant dans la boîte
    552 Casella piena
    552 La casella dell'utente è piena
    552 Quota superata
    552 La casella ha superato la quota
    552 Casella di posta piena
    552 Spazio esaurito nella casella
    552 L'utente ha esaurito lo spazio
    552 Buzón lleno
    552 El buzón está lleno
    552 Cuota excedida
    552 El usuario ha excedido su cuota
    552 La casilla está llena
    552 La cuenta ha superado su cuota de espacio
    552 Sin espacio en el buzón
    552 Caixa postal cheia
    552 A caixa do destinatário está cheia
    552 Cota excedida
    552 O usuário excedeu a cota
    552 A conta atingiu o limite de espaço
    552 Caixa de entrada lotada
    552 Skrzynka pełna
    552 Skrzynka odbiorcy jest pełna
    552 Skrzynka jest przepełniona
    552 Przekroczony limit pojemności skrzynki
    552 Użytkownik przekroczył limit miejsca
    552 Brak miejsca w skrzynce
    552 Poštni predal je poln
    552 Uporabnik je presegel kvoto
    552 Schránka je plná
    552 Překročena kvóta schránky
    552 Uživatel překročil kvótu
    552 Почтовый ящик переполнен
    552 Ящик получателя переполнен
    552 Превышена квота ящика
    552 Пользователь превысил квоту
    552 Недостаточно места в ящике
    552 В ящике нет места
    552 Posta kutusu dolu
    552 Alıcının posta kutusu dolu
    552 Kota aşıldı
    552 Kullanıcının kotası dolu
    552 Mailbox is vol
    552 Postvak vol
    552 Quotum overschreden: postvak is vol
    552 De mailbox zit vol
    552 メールボックスがいっぱいです
    552 容量超過
    552 メールボックスの容量が不足しています
    552 受信者のメールボックスは満杯です
    552 邮箱已满
    552 用户邮箱已满
    552 邮箱容量不足
    552 收件人邮箱空间不足
    552 用户空间已满
    552 Brevlådan är full
    552 Postkassen er fuld
    552 Postkassen er full
    552 Cutia este plină: căsuța plină
    552 A postafiók megtelt
    552 메일함이 가득 찼습니다
    552 Скринька переповнена
    550 mail box full
    550 mailbox full of messages
    552 quota of user exceed
    552 user quota full
    552 user mailbox not have space
    552 the quota for this user has been exceeded
    552 Mailbox exceeds allowed size
    552 recipient's mail storage is full
    452 4.2.2 mail quota exceeded for user
    552 Exceeded the storage quota for this mailbox
    552 5.7.0 Mailbox storage limit has been reached
    452 4.3.1 User's mailbox is full
    550 ann@example.org is over quota
    550 ann@example.org exceeded its quota
    550 ann@example.org mailbox over its size limit
    552 maildir over quota for user
    552 The customer's mailbox has reached its maximum size
    452 4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to
    552 5.2.2 The recipient's inbox is out of storage space and inactive
    550 5.2.2 STOREDRV.Deliver: mailbox full. The recipient mailbox can't accept messages now
    554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException
    452 4.2.2 <ann@example.org> Mailbox over quota
    452 <ann@example.org> Mailbox is full / Blocks limit exceeded / Inode limit exceeded
    552 Message exceeds local size limit, mailbox full
    550 Mailbox size limit reached
    552 sorry, mailbox quota exceeded (#5.2.2)
    552 Quota exceeded for ann
    422 user over quota
    422 The recipient's mailbox is over its storage limit
    450 user has exceeded their storage quota
    552 5.2.2 ann over quota
    550 <ann@example.org> is out of quota
    552 mailbox of user is over quota
    552 ann@example.org has no space left
    552 recipient is out of disk space
    552 recipient's disk is full
    552 recipient's quota is full
    552 mailbox filled up: user over quota
    552 user storage quota exceeded
    552 The mailbox quota has been reached
    552 mailbox has reached its maximum capacity
    552 mailbox is at its limit, quota exceeded
    552 the account is over quota
    552 The account's mailbox is full
    552 No room in mailbox
    552 the mail box of the recipient is full
    552 The email account is full
    552 mailbox exceeds the quota
    552 insufficient storage space for recipient
    552 insufficient quota: user mailbox is full
    552 user has insufficient mailbox space
    552 not enough room in user's mailbox
    552 mail folder is full
    552 The recipient's mail folder is full
    552 mailbox overflow
    552 user's inbox is overflowing
    552 mailbox storage quota exceeded
    552 mailbox storage limit exceeded
    552 mailbox disk quota exceeded
    552 recipient has exceeded their mailbox storage
    552 Das Postfach des Benutzers ist voll
    552 Die Mailbox ist voll
    552 Mailbox voll
    552 Empfängerpostfach ist voll
    552 Speicherplatz im Postfach erschöpft
    552 Das Konto hat seine Quota überschritten
    552 Postfach hat die maximale Größe erreicht, Quota überschritten
    552 Empfänger-Mailbox ist überfüllt
    552 Kein Speicherplatz mehr im Postfach
    552 La boîte aux lettres est pleine
    552 Boîte du destinataire pleine
    552 La messagerie du destinataire est pleine
    552 L'utilisateur a dépassé son quota
    552 Quota dépassé
    552 La boîte mail est saturée
    552 Le destinataire n'a plus d'espace
    552 Compte plein
    552 La boîte a atteint sa limite
    552 Boite pleine
    552 La casella del destinatario è piena
    552 Casella postale piena
    552 La casella di posta è piena
    552 L'utente ha superato la quota
    552 Mailbox piena
    552 Quota esaurita
    552 Spazio insufficiente nella casella
    552 La casella ha raggiunto il limite di spazio
    552 Casella satura
    552 Account pieno
    552 El buzón del destinatario está lleno
    552 La casilla de correo está llena
    552 La cuenta está llena
    552 El usuario excedió su cuota
    552 Buzón saturado
    552 La cuenta excede la cuota
    552 Cuota superada
    552 Casilla llena
    552 El buzón ha alcanzado su límite
    552 Espacio insuficiente en el buzón
    552 A caixa postal está cheia
    552 Caixa cheia
    552 Caixa do usuário cheia
    552 O usuário ultrapassou a quota
    552 Caixa de correio cheia
    552 Quota excedida
    552 Sem espaço na caixa
    552 A conta está cheia
    552 A caixa de entrada está cheia
    552 Caixa postal lotada
    552 Skrzynka odbiorcza pełna
    552 Skrzynka pocztowa jest pełna
    552 Konto jest przepełnione
    552 Użytkownik przekroczył quota
    552 Przekroczono limit pojemności konta
    552 Skrzynka użytkownika jest przepełniona
    552 Skrzynka zapełniona
    552 Skrzynka przekroczyła limit
    552 Brak miejsca na koncie
    552 Predal je poln
    552 Nabiralnik je poln
    552 Uporabnikov predal je poln
    552 Uporabnik je presegel dovoljeno kvoto
    552 Schránka je přeplněná
    552 Schránka uživatele je plná
    552 Kvóta překročena
    552 Uživatel nemá místo ve schránce
    552 Ящик переполнен
    552 Почтовый ящик получателя заполнен
    552 Почтовый ящик пользователя переполнен
    552 Превышен размер почтового ящика
    552 Получатель превысил квоту
    552 У пользователя закончилось место
    552 Ящик полон
    552 Kutu dolu
    552 Posta kutusu kotası dolu
    552 Kullanıcı kotasını aştı
    552 E-posta kutusu dolmuş
    552 De mailbox van de ontvanger is vol
    552 Mailbox vol
    552 Het postvak is vol
    552 メールボックスの容量を超えています
    552 受信者の容量が不足しています
    552 メールボックスが一杯です
    552 メールボックス容量オーバー
    552 邮箱空间不足
    552 邮箱容量已满
    552 收件人邮箱已满
    552 对方邮箱已满
    552 用户邮箱空间已满
    552 mailbox have no space
    552 mail box is over size
    552 user mailbox full of mail
    552 inbox of user full
    552 mailbox quota exceed
    552 user's mailbox no space
    552 too many messages in mailbox
    552 Too much mail data in mailbox
    552 recipient mailbox storage reached
    552 mailbox full, please delete mails
    552 Benutzer hat zuviele Mails auf dem Server
    550 5.2.2 收件人邮箱空间已满
    552 5.2.2 受信者のメールボックスがいっぱいです
    552 5.2.2 Alıcının posta kutusu dolu
    552 5.2.2 Schránka je plná
    552 5.2.2 Caixa postal cheia
    552 5.2.2 La boîte de réception du destinataire est saturée
    552 5.2.2 Il destinatario ha la casella piena
    552 5.2.2 De mailbox van de ontvanger is vol
    552 5.2.2 Das Postfach des Empfängers ist voll
  `),
  /** About a domain, whose address may be any of it. */
  domain: lines(`
    550 5.1.2 Domain not found
    550 5.4.1 Recipient address rejected: domain not accepted here
    550 mail for example.org is not accepted here, domain unknown
    550 Unrouteable domain
    550 We do not accept mail for this domain
    550 not a local domain
    550 5.7.1 The domain is not hosted on this server
    550 Domain example.org is not configured to receive email
    550 domain has been suspended
    550 This domain is expired
    550 domain disabled for non-payment
    550 5.1.1 domain is not handled by this server
    553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
    554 5.7.1 Relay access denied
    550 5.7.1 Relaying denied
    550 relay not permitted
    550 unknown domain in recipient address
    550 Invalid recipient domain
    550 recipient domain does not exist
    550 5.1.1 recipient domain not recognised
    550 The recipient's domain is not valid
    550 no such domain here
    550 host not found
    550 unknown host
    553 5.1.2 bad destination host
    550 5.1.2 Host unknown (Name server: host not found)
    550 5.1.1 unknown destination domain
    550 5.1.1 Mail domain mentioned in recipient address is unknown
    550 5.1.1 domain name mentioned in email address is not known
    550 mail domain unrouteable
    550 unrouteable mail domain "example.org"
    550 All relevant MX records point to non-existent hosts or (invalidly) to IP addresses
    550 lowest-numbered MX record points to local host
    550 Invalid MX record for domain
    550 invalid DNS A/AAAA resource record
    550 DNS MX lookup found no hosts: domain has no MX
    550-Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record
    550 5.1.1 Not accepting mail for the domain
    550 5.1.1 not accept email for domain
    550 5.1.1 we do not handle mail for that domain
    550 tenant not found
    550 5.7.64 TenantAttribution; Relay Access Denied
    550 organization account is suspended
    550 5.1.1 Domain does not accept mail
    550 Domaine inconnu
    550 Le domaine du destinataire n'existe pas
    550 Domaine non géré par ce serveur
    550 Domain unbekannt
    550 Die Domain des Empfängers existiert nicht
    550 Empfängerdomain unbekannt
    550 Dominio sconosciuto
    550 Il dominio del destinatario non esiste
    550 Dominio no encontrado
    550 El dominio del destinatario no existe
    550 Domínio inexistente
    550 O domínio do destinatário não existe
    550 Nieznana domena
    550 Domena nie istnieje
    550 Doména neexistuje
    550 Neznámá doména
    550 Domena ne obstaja
    550 Неизвестный домен
    550 Домен не существует
    550 Домен не обслуживается этим сервером
    550 Alan adı bulunamadı
    550 Onbekend domein
    550 Domein bestaat niet
    550 ドメインが存在しません
    550 域名不存在
    550 收件人域名不存在
    550 Domänen finns inte
    550 Domænet: domain findes ikke
    550 5.1.1 sender domain does not exist
    550 5.1.1 domain of sender address does not exist
    550 5.1.1 your domain is not known
    550 5.1.1 No MX for this domain
    550 this server does not serve the domain
    550 5.1.1 domain is inactive
    550 domain closed
    550 this domain is not allowed
    550 5.1.1 zone not found
    550 5.1.1 Recipient address has a null MX
    550 The domain account is disabled
    550 domain quota exceeded
    552 domain is over quota
    552 domain has exceeded its disk quota
    550 hosting account suspended
    550 5.1.1 Domain parked
    550 the company account has been closed
    550 domain name not found in our system
    550 MX for domain does not exist
    550 domain is locked
    550 5.1.1 no valid MX hosts found for domain
    550 5.1.1 Unresolvable domain
    550 5.1.1 unable to resolve domain
    550 5.1.1 invalid host
    550 recipients domain unknown
    550 domain is not local
    550 5.1.1 example.org: not one of our domains
    550 domain unverified
    550 5.1.1 domain not provisioned
    550 5.1.2 The domain of the recipient does not exist
    550 5.1.1 The mail domain in the recipient address is not served here
    550 recipient domain has no valid MX
    550 5.1.1 domain not accepted for relay
    550 we don't accept messages for this domain
    550 5.1.1 Domain of recipient not local
    550 recipient's domain is suspended
    550 5.1.1 mail for domain rejected: domain inactive
    550 5.1.1 No such domain at this location
    550 5.1.1 This host does not accept mail for that domain
    550 5.1.1 host unknown
    550 5.1.1 invalid hostname
    550 Domäne nicht gefunden
    550 Diese Domain wird hier nicht gehostet
    550 Domain nicht vorhanden
    550 Domain ist gesperrt
    550 Le domaine n'est pas hébergé ici
    550 Domaine inexistant
    550 Ce domaine est suspendu
    550 Dominio non trovato
    550 Il dominio è sospeso
    550 Dominio scaduto
    550 El dominio no está alojado aquí
    550 Dominio inválido
    550 Dominio suspendido
    550 Domínio não encontrado
    550 Domínio suspenso
    550 Domínio desconhecido
    550 Domena nie jest obsługiwana
    550 Domena jest zablokowana
    550 Nie ma takiej domeny
    550 Doména není obsluhována
    550 Domena je neznana
    550 Домен не найден
    550 Домен отключен
    550 Домен получателя не существует
    550 Alan adı mevcut değil
    550 Domein niet gevonden
    550 Domeinnaam onbekend
    550 このドメインは存在しません
    550 ドメインが見つかりません
    550 域名已停用
    550 该域名不存在
    550 tenant is disabled
    550 organisation not found
    550 The organization has been suspended
    550 No MX records exist for the domain
    550 DNS record of domain is invalid
    550 mail domain invalid
    550 5.1.1 recipient address has unknown domain
    550 5.1.1 address has an invalid domain part
    550 5.1.1 Domain part of address unknown
    550 domain is blacklisted
    550 5.1.1 MX for recipient domain not found
  `),
  /** About us, our sender, the message, the server, or nothing: no mailbox. */
  us: lines(`
    550 5.7.1 Client host [192.0.2.25] blocked using zen.spamhaus.org; mailbox unavailable
    550 5.1.1 <probe@verify.example.net>: Sender address rejected: User unknown in local recipient table
    550 5.1.8 Sender address domain not found
    550 Sender verify failed: no such user here
    550 5.7.1 Backscatter protection: invalid bounce address
    550 BATV tag invalid: address expired
    550 prvs signature expired, recipient invalid
    550 5.7.1 Message rejected: bounce address tag validation failed, invalid address
    550 Mailbox unavailable or access denied [abc 192.0.2.25]
    550 access denined [xyz 192.0.2.25]
    550 User unknown, your IP address 192.0.2.25 is listed in our blacklist
    554 5.7.1 Service unavailable; invalid user count exceeded, IP blocked
    550 Too many invalid recipients
    550 too many unknown users from your host
    450 4.7.1 Error: too much mail from 192.0.2.25
    550 Daily sending quota exceeded for this user
    552 Daily message quota exceeded
    452 message quota exceeded
    552 your quota has been exceeded
    552 sending quota exceeded
    452 4.3.1 queue quota exceeded
    452 organisation queue quota exceeded
    452 4.7.1 policy rejection: quota exceeded
    450 Throttled: quota exceeded
    552 quota for your IP exceeded
    550 5.7.1 Access denied, account required: authentication required
    550 Authentication required: unknown user
    535 5.7.8 Error: authentication failed: invalid user
    550 please check your username and password, account disabled
    550 You must authenticate first, mailbox not found
    550 This mailing list only accepts mail from members; unknown address
    550 5.7.1 You are not allowed to send to this recipient
    550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required
    550 5.7.1 recipient rejected by policy
    550 message content rejected by user
    550 Message rejected by recipient
    550 5.7.1 SPF: sender invalid
    550 invalid sender
    550 unknown sender
    550 5.7.1 From address does not exist
    550 the From address was not found
    550 5.7.1 your mailbox does not exist
    550 your account has been suspended
    550 your email address has been disabled
    550 invalid HELO name
    550 unknown client
    550 Ihre IP-Adresse ist gesperrt
    550 Absender unbekannt
    550 Absenderadresse existiert nicht
    550 Der Absender ist gesperrt
    550 Nachricht abgelehnt
    550 Zugriff verweigert
    550 Empfänger lehnt die Nachricht ab
    550 Bitte später erneut versuchen, Postfach nicht gefunden
    550 Expéditeur inconnu
    550 L'adresse de l'expéditeur n'existe pas
    550 Votre adresse IP est bloquée
    550 Message refusé
    550 Accès refusé
    550 Mittente sconosciuto
    550 L'indirizzo del mittente non esiste
    550 Messaggio rifiutato
    550 Il tuo indirizzo IP è bloccato
    550 Remitente desconocido
    550 La dirección del remitente no existe
    550 Mensaje rechazado por contenido
    550 Su dirección IP está bloqueada
    550 Su servidor está bloqueado
    550 Remetente desconhecido
    550 Remetente inválido
    550 Mensagem rejeitada
    550 Seu IP está bloqueado
    550 Nadawca nieznany
    550 Adres nadawcy nie istnieje
    550 Wiadomość odrzucona
    550 Twój adres IP jest zablokowany
    550 Odesílatel neexistuje
    550 Neznámý odesílatel
    550 Zpráva odmítnuta
    550 Pošiljatelj ne obstaja
    550 Отправитель не найден
    550 Адрес отправителя не существует
    550 Ваш IP-адрес заблокирован
    550 Ваш адрес заблокирован
    550 Ваш сервер заблокирован
    550 Сообщение отклонено
    550 Доступ запрещен
    550 Письмо отклонено как спам
    550 Gönderen adresi bulunamadı
    550 IP adresiniz engellendi
    550 Mesaj reddedildi
    550 Afzender onbekend
    550 Het adres van de afzender bestaat niet
    550 Uw IP-adres is geblokkeerd
    550 送信者が存在しません
    550 送信元のアドレスが見つかりません
    550 受信を拒否しました
    550 あなたのIPアドレスは拒否されました
    550 发件人不存在
    550 发件人地址不存在
    550 您的IP已被禁用
    550 拒绝访问
    550 邮件被拒绝
    550 您的邮箱已被禁用
    550 发件人邮箱已停用
    550 Avsändaren är okänd
    550 Afsenderen findes ikke
    550 Avsenderen finnes ikke
    550 Expeditorul nu există
    550 A feladó ismeretlen
    550 발신자를 찾을 수 없습니다
    550 보낸 사람이 존재하지 않습니다
    550 Message rejected: header invalid
    550 Message-ID not found
    550 invalid message header
    550 no such file or directory
    550 attachment removed
    550 virus found in mail to user
    550 Error
    550 Failed
    550 Message expired
    550 certificate expired
    550 session expired
    550 service disabled
    550 relaying disabled for this account
    550 mail service is suspended
    550 the server is closed
    550 connection closed
    550 invalid command
    550 unknown error
    550 unknown reason
    550 no such command
    550 DNS lookup failed: not found
    550 PTR record not found
    550 reverse DNS does not exist
    550 invalid reverse DNS
    550 SPF record does not exist
    550 the message is invalid
    550 message not found
    550 greylisted: recipient unknown yet
    550 user over sending limit
    550 message size exceeds limit
    552 message exceeds maximum size
    552 message too large for mailbox
    552 header size exceeded
    552 too many messages
    552 attachment size limit exceeded
    550 If the mailbox does not exist contact the postmaster
    550 Access denied. Make sure the address exists
    550 please verify that the recipient exists
    550 5.7.1 Check that the address is valid
    550 unknown user agent
    550 invalid user agent
    550 closed for maintenance
    550 mailbox is temporarily disabled
    550 account temporarily suspended
    550 mailbox temporarily unavailable
    550 user temporarily disabled, try again later
    550 mailbox currently unavailable
    550 recipient verification temporarily failed
    550 could not verify user
    550 unable to verify recipient exists
    550 lookup of user failed
    550 LDAP lookup failed for user
    550 database error: user not found
    550 directory server unavailable, user unknown
    550 internal error: mailbox not found
    550 mailbox locked by another process
    550 mailbox is busy
    550 Sie sind nicht berechtigt, an diesen Empfänger zu senden
    550 Vous n'êtes pas autorisé à écrire à ce destinataire
    550 No tiene permiso para enviar a este destinatario
    550 Keine Berechtigung
    550 Ihre E-Mail-Adresse ist unbekannt
    550 Votre compte est désactivé
    550 Su cuenta está suspendida
    550 Sua conta foi desativada
    550 Il tuo account è disabilitato
    550 Twoje konto jest zablokowane
    550 Váš účet je zablokován
    550 Hesabınız askıya alındı
    550 Uw account is geblokkeerd
    550 あなたのアカウントは無効です
    550 您的帐号已被冻结
    550 Ditt konto är avstängt
    550 5.1.1 sender unknown
    550 5.1.1 <probe@verify.example.net> does not exist
    550 5.7.1 Sender mailbox does not exist
    550 Sender address does not exist
    550 Your address is invalid
    550 The sender's account is disabled
    550 sender account suspended
    550 From address is not valid
    550 return path invalid
    550 Reply-To address invalid
    550 callback to sender failed: no such user
    550 sender callout: mailbox not found
    550 mailbox verification of sender failed
    550 5.7.1 Backscatter: recipient invalid
    550 BATV: invalid address
    550 not a valid bounce recipient: no tag
    550 This message is a bounce to an invalid address signature: prvs
    550 5.7.1 Access denied to unknown user
    550 Access denied. Invalid IP
    550 unknown IP
    550 IP address not found in DNS
    550 your host is not registered
    550 your server is unknown
    550 blocked by recipient
    550 blocked by user
    550 user has blocked you
    550 recipient blocked your address
    550 recipient has disabled mail from unknown senders
    550 recipient only accepts mail from known contacts
    550 user not accepting mail from this sender
    550 not allowed to send mail to this user
    550 user does not allow external mail
    550 group not found in allowed senders
    550 restricted mailbox
    550 mailbox restricted to members
    550 moderated list
    550 mailbox requires authentication
    550 login required
    550 invalid login
    550 account credentials invalid
    550 invalid credentials for user
    550 password expired for user
    550 wrong password
    550 relay: user not authenticated
    550 user not logged in
    550 policy violation by user
    550 account limit exceeded
    550 user exceeded message limit
    550 user reached daily limit
    550 hourly limit reached for user
    552 mail quota exceeded for your account
    552 outgoing quota exceeded
    552 send quota exceeded for user
    552 domain quota exceeded
    552 tenant quota exceeded
    452 your organization's quota exceeded
    452 system storage full
    452 disk full on server
    452 no space left on device
    452 4.3.1 server out of disk space
    452 4.3.1 out of storage
    552 too much mail from you
    552 message exceeds size limit for user
    552 message exceeds recipient's size limit
    552 attachment exceeds limit
    550 connection expired
    550 session closed
    550 transaction cancelled
    550 message deleted
    550 message removed by filter
    550 message archived
    550 mail discontinued
    550 service terminated
    550 account verification required
    550 greylist: unknown triplet, address not known yet
    450 user unknown, try later
    550 server closed for user
    550 system disabled
    550 invalid argument
    550 invalid message
    550 invalid MAIL FROM
    550 unknown encoding
    550 unknown charset in address
    550 invalid character in address
    550 illegal character in local part
    550 syntax error in recipient address
    550 malformed address
    550 address contains invalid characters
    550 recipient address has invalid format
    550 empty recipient address
    550 missing recipient
    550 no recipients specified
    550 recipient list empty
    550 no address given
    550 Der Absender ist unbekannt
    550 Absenderadresse ungültig
    550 Absender-Domain existiert nicht
    550 Sie sind gesperrt
    550 Ihr Konto wurde gesperrt
    550 Ihr Server ist nicht bekannt
    550 Ihre Nachricht wurde gelöscht
    550 Postfach nur für Mitglieder
    550 Vorübergehend nicht erreichbar
    550 Die Nachricht ist ungültig
    550 Kein Zugriff
    550 Votre adresse est inconnue
    550 Votre serveur est bloqué
    550 Message supprimé
    550 Expéditeur non trouvé
    550 Expéditeur bloqué
    550 Adresse IP inconnue
    550 Il mittente non esiste
    550 Mittente bloccato
    550 Il messaggio è scaduto
    550 Messaggio non valido
    550 El remitente no existe
    550 Remitente bloqueado
    550 Mensaje eliminado
    550 Su dirección no es válida
    550 Mensaje no válido
    550 O remetente não existe
    550 Mensagem excluída
    550 Sua mensagem foi bloqueada
    550 Endereço do remetente inválido
    550 Nadawca nie istnieje
    550 Nadawca zablokowany
    550 Wiadomość usunięta
    550 Twój serwer jest zablokowany
    550 Adres IP zablokowany
    550 Odesílatel byl zablokován
    550 Zpráva byla smazána
    550 IP adresa je blokována
    550 Pošiljatelj je blokiran
    550 IP naslov je blokiran
    550 Отправитель заблокирован
    550 Письмо удалено
    550 Адрес отправителя не найден
    550 IP-адрес заблокирован
    550 Сообщение заблокировано
    550 Gönderici bulunamadı
    550 Mesaj silindi
    550 IP adresi engellendi
    550 De afzender is geblokkeerd
    550 Bericht verwijderd
    550 送信者は存在しません
    550 送信者のアドレスは無効です
    550 メッセージは削除されました
    550 接続が拒否されました
    550 发信人不存在
    550 发件人已被禁用
    550 IP地址已被禁用
    550 邮件已被删除
    550 邮件内容错误
    550 Avsändaren är spärrad
    550 Afsender ukendt
    550 Expeditor necunoscut
    550 5.7.1 Der Empfänger nimmt keine Mails von Ihrem Server an
    550 Der Absender existiert nicht
    550 5.1.8 L'adresse de l'expéditeur n'existe pas
    550 El dominio del remitente no existe
    550 5.7.1 Il mittente è sconosciuto
    550 5.7.1 Nadawca nie istnieje
    550 5.7.1 发件人不存在
    550 5.7.1 送信者アドレスが存在しません
    550 5.7.1 Gönderen adresi bulunamadı
    550 5.7.1 O endereço do remetente não existe
    550 Adres nadawcy nie istnieje lub jest zablokowany
    550 De afzender bestaat niet
    550 5.7.1 Your IP address was not found in our list of allowed hosts
    550 No PTR record found for your address
    550 5.7.1 User profile policy not found
    554 5.7.1 Reverse DNS does not exist
    550 5.7.1 recipient's quota of messages from new senders reached
    550 5.1.1 Sender verify failed: ann@example.org unknown user in callback
    550 SPF record for your domain does not exist
    554 5.7.1 <probe@verify.example.net>: Sender address rejected: User unknown in virtual mailbox table
    550 5.7.1 No such sender account, message from unknown user rejected
    550 Mailbox for return path does not exist
    550 5.7.1 <mx1.verify.example.net>: Helo command rejected: Host not found
    550 user unknown to RBL whitelist
    571 Delivery not authorized, message refused: unknown sender
    550 5.7.1 ESMTP mailbox quota of your IP exceeded
    450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: Address lookup failed
  `),
};

function lines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
