<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>Slipstream</name>
        <message>
            <location filename="../../app/chat/shipped_presets.py" />
            <source>Balanced</source>
            <translation>Ausgewogen</translation>
        </message>
        <message>
            <location filename="../../app/chat/shipped_presets.py" />
            <source>Precise</source>
            <translation>Genau</translation>
        </message>
        <message>
            <location filename="../../app/chat/shipped_presets.py" />
            <source>Creative</source>
            <translation>Einfallsreich</translation>
        </message>
        <message>
            <location filename="../../app/chat/shipped_presets.py" />
            <source>Code</source>
            <translation>Code</translation>
        </message>
        <message>
            <location filename="../../app/chat/shipped_presets.py" />
            <source>Explain</source>
            <translation>Erklärend</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>one of {options}</source>
            <translation>eins von {options}</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>from {lowest} to {highest}</source>
            <translation>von {lowest} bis {highest}</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>at most {length} characters</source>
            <translation>höchstens {length} Zeichen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>addresses such as https://example.org, with spaces between them</source>
            <translation>Adressen wie https://example.org, mit Leerzeichen dazwischen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>on or off</source>
            <translation>an oder aus</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Theme</source>
            <translation>Farben</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Text size</source>
            <translation>Textgröße</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Tint the tokens that the draft guessed</source>
            <translation>Vorgeschlagene Token hervorheben</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Device</source>
            <translation>Gerät</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Layers on the device</source>
            <translation>Schichten auf dem Gerät</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Context length</source>
            <translation>Kontextlänge</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Context memory</source>
            <translation>Kontextspeicher</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Drafting</source>
            <translation>Vorschlagen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Drafting method</source>
            <translation>Art des Vorschlagens</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Longest draft</source>
            <translation>Längster Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Think before answering</source>
            <translation>Vor dem Antworten nachdenken</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Effort of thinking</source>
            <translation>Wie gründlich nachdenken</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Temperature</source>
            <translation>Temperatur</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Top-k</source>
            <translation>Top-k</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Top-p</source>
            <translation>Top-p</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Min-p</source>
            <translation>Min-p</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Repetition penalty</source>
            <translation>Wiederholungsstrafe</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Frequency penalty</source>
            <translation>Häufigkeitsstrafe</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Presence penalty</source>
            <translation>Anwesenheitsstrafe</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Penalties look back over</source>
            <translation>Strafen blicken zurück über</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>DRY</source>
            <translation>DRY</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>DRY: base</source>
            <translation>DRY: Basis</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>DRY: allowed length</source>
            <translation>DRY: erlaubte Länge</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Top-n-sigma</source>
            <translation>Top-n-Sigma</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Typical-p</source>
            <translation>Typical-p</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>XTC: probability</source>
            <translation>XTC: Wahrscheinlichkeit</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>XTC: threshold</source>
            <translation>XTC: Schwelle</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Dynamic temperature: range</source>
            <translation>Dynamische Temperatur: Bereich</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Dynamic temperature: exponent</source>
            <translation>Dynamische Temperatur: Exponent</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Mirostat</source>
            <translation>Mirostat</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Mirostat: surprise</source>
            <translation>Mirostat: Überraschung</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Mirostat: rate</source>
            <translation>Mirostat: Rate</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Never say</source>
            <translation>Nie sagen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Format of converted targets</source>
            <translation>Format umgewandelter Zielmodelle</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Stay offline</source>
            <translation>Offline bleiben</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Tell when a long task ends</source>
            <translation>Melden, wenn eine lange Aufgabe endet</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Load the last pair at the start</source>
            <translation>Das letzte Paar beim Start laden</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Open the last chat at the start</source>
            <translation>Den letzten Chat beim Start öffnen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Look for a new version at the start</source>
            <translation>Beim Start nach einer neuen Version sehen</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Answer other programs</source>
            <translation>Anderen Programmen antworten</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Port</source>
            <translation>Port</translation>
        </message>
        <message>
            <location filename="../../app/core/settings.py" />
            <source>Web pages that may ask</source>
            <translation>Webseiten, die fragen dürfen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>The last message, or the one in focus</source>
            <translation>Die letzte Nachricht, oder die im Fokus</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Everywhere</source>
            <translation>Überall</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Pages</source>
            <translation>Seiten</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>This chat</source>
            <translation>Dieser Chat</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Presets</source>
            <translation>Voreinstellungen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Models</source>
            <translation>Modelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>How it looks</source>
            <translation>Aussehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Writing</source>
            <translation>Schreiben</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>List of chats</source>
            <translation>Liste der Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Find and do anything</source>
            <translation>Alles finden und tun</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Show all shortcuts</source>
            <translation>Alle Tastenkürzel zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>New chat</source>
            <translation>Neuer Chat</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Search chats</source>
            <translation>Chats durchsuchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Import chats…</source>
            <translation>Chats importieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Export all chats…</source>
            <translation>Alle Chats exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Recently deleted chats…</source>
            <translation>Kürzlich gelöschte Chats…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>About Slipstream</source>
            <translation>Über Slipstream</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Look for a new version</source>
            <translation>Nach einer neuen Version sehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Give every setting its default</source>
            <translation>Alle Einstellungen zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>reset</source>
            <translation>zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Close Slipstream</source>
            <translation>Slipstream schließen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Go to the chat</source>
            <translation>Zum Chat</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Open a pair</source>
            <translation>Ein Paar öffnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Discover: find a pair</source>
            <translation>Entdecken: ein Paar finden</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Is it worth it? Measure the draft</source>
            <translation>Lohnt es sich? Messen, was das Entwurfsmodell bringt</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Models at hand</source>
            <translation>Vorhandene Modelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Settings</source>
            <translation>Einstellungen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>System prompt, sampling and models of this chat</source>
            <translation>Systemprompt, Auswahl der Token und Modelle dieses Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>settings temperature character</source>
            <translation>einstellungen temperatur charakter</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Choose a preset for this chat</source>
            <translation>Eine Voreinstellung für diesen Chat wählen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Attach text, code or a PDF…</source>
            <translation>Text, Code oder eine PDF anhängen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>add file document</source>
            <translation>hinzufügen datei dokument</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Export this chat…</source>
            <translation>Diesen Chat exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Rename this chat</source>
            <translation>Diesen Chat umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Pin this chat, or let it go</source>
            <translation>Diesen Chat anheften oder lösen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Move this chat to a folder</source>
            <translation>Diesen Chat in einen Ordner legen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Delete this chat</source>
            <translation>Diesen Chat löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>mark colour drafted highlight</source>
            <translation>markieren farbe vorgeschlagen hervorheben</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Think before answering, or not</source>
            <translation>Vor dem Antworten nachdenken, oder nicht</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Show or hide the numbers</source>
            <translation>Die Zahlen zeigen oder verbergen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>panel acceptance speed</source>
            <translation>bereich annahmequote tempo</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Stop what is going on</source>
            <translation>Abbrechen, was gerade läuft</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Save as preset…</source>
            <translation>Als Voreinstellung speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>keep new</source>
            <translation>behalten neu</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Rename the preset…</source>
            <translation>Die Voreinstellung umbenennen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Delete the preset</source>
            <translation>Die Voreinstellung löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>remove</source>
            <translation>entfernen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Import presets…</source>
            <translation>Voreinstellungen importieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>open load</source>
            <translation>öffnen laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Export presets…</source>
            <translation>Voreinstellungen exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>save file</source>
            <translation>speichern datei</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Choose a target</source>
            <translation>Ein Zielmodell wählen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Choose a draft</source>
            <translation>Ein Entwurfsmodell wählen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Choose a device</source>
            <translation>Ein Gerät wählen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Unload the models</source>
            <translation>Die Modelle entladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Try the demo</source>
            <translation>Die Demo ausprobieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Save this pair as a file…</source>
            <translation>Dieses Paar als Datei speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Add a folder of models…</source>
            <translation>Einen Ordner mit Modellen hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>list scan disk</source>
            <translation>auflisten durchsuchen festplatte</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Check the models for updates</source>
            <translation>Die Modelle auf Aktualisierungen prüfen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>new newer</source>
            <translation>neu neuer</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Save the numbers of the measurement…</source>
            <translation>Die Messwerte speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>csv export</source>
            <translation>csv exportieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Save a picture of the measurement…</source>
            <translation>Ein Bild der Messung speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>png export</source>
            <translation>png exportieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Show or hide the chats</source>
            <translation>Die Chats zeigen oder verbergen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Light or dark</source>
            <translation>Hell oder dunkel</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Larger text</source>
            <translation>Größerer Text</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Smaller text</source>
            <translation>Kleinerer Text</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Text as large as usual</source>
            <translation>Text so groß wie üblich</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Send the message</source>
            <translation>Die Nachricht senden</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Begin a new line</source>
            <translation>Eine neue Zeile beginnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Edit your last message, from an empty box</source>
            <translation>Die letzte Nachricht bearbeiten, aus einem leeren Feld</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Scroll the chat</source>
            <translation>Im Chat blättern</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Go to the end of the chat</source>
            <translation>Zum Ende des Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Do what the page is for: load, get, measure</source>
            <translation>Tun, wofür die Seite da ist: laden, holen, messen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Stop the reply, or leave a page</source>
            <translation>Die Antwort abbrechen oder eine Seite verlassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Rename a chat or a folder</source>
            <translation>Einen Chat oder einen Ordner umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>Delete a chat or a folder</source>
            <translation>Einen Chat oder einen Ordner löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>help keyboard keys</source>
            <translation>hilfe tastatur tasten</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>begin start conversation</source>
            <translation>beginnen starten gespräch</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>find history</source>
            <translation>finden verlauf</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>open load character card preset</source>
            <translation>öffnen laden charakter karte voreinstellung</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>save backup</source>
            <translation>speichern sicherung</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>restore undelete bin trash undo</source>
            <translation>wiederherstellen papierkorb rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>version licences logs</source>
            <translation>version lizenzen protokolle</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>update</source>
            <translation>aktualisierung update</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>quit exit</source>
            <translation>beenden verlassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>write back</source>
            <translation>schreiben zurück</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>add load convert model gguf checkpoint</source>
            <translation>hinzufügen laden umwandeln modell gguf checkpoint</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>get download model hub</source>
            <translation>holen herunterladen modell hub</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>bench speed compare test</source>
            <translation>messen tempo vergleichen test</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>library files disk delete</source>
            <translation>bibliothek dateien festplatte löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>options preferences configure</source>
            <translation>optionen einstellen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>save markdown html json file</source>
            <translation>speichern markdown html json datei</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>title name</source>
            <translation>titel name</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>unpin top</source>
            <translation>lösen oben</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>folder group</source>
            <translation>ordner gruppe</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>cancel reply loading</source>
            <translation>abbrechen antwort laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>model load switch</source>
            <translation>modell laden wechseln</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>model load switch none</source>
            <translation>modell laden wechseln keins</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>gpu graphics cpu processor</source>
            <translation>gpu grafikkarte cpu prozessor</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>free memory eject</source>
            <translation>frei speicher auswerfen</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>example</source>
            <translation>beispiel</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>slipstream</source>
            <translation>slipstream</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>sidebar list fold</source>
            <translation>leiste liste falten</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>theme colours night mode</source>
            <translation>farben nacht dunkel</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>font size zoom in bigger letters</source>
            <translation>schrift größe zoom größer buchstaben</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>font size zoom out letters</source>
            <translation>schrift größe zoom kleiner buchstaben</translation>
        </message>
        <message>
            <location filename="../../app/gui/actions.py" />
            <source>font size zoom reset</source>
            <translation>schrift größe zoom zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/announcements.py" />
            <source>Reply: {text}</source>
            <translation>Antwort: {text}</translation>
        </message>
        <message>
            <location filename="../../app/gui/announcements.py" />
            <source>{name} is loaded.</source>
            <translation>{name} ist geladen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/application.py" />
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <location filename="../../app/gui/attached_files.py" />
            <source>Pasted text</source>
            <translation>Eingefügter Text</translation>
        </message>
        <message>
            <location filename="../../app/gui/attached_files.py" />
            <source>it takes too long</source>
            <translation>es dauert zu lange</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/chat_desk.py" />
            <source>“Recently deleted” keeps it for {n} days.</source>
            <extracomment>For one: “Recently deleted” keeps it for {n} day.</extracomment>
            <translation>
                <numerusform>„Kürzlich gelöscht“ behält ihn {n} Tag lang.</numerusform>
                <numerusform>„Kürzlich gelöscht“ behält ihn {n} Tage lang.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>The chat is deleted.</source>
            <translation>Der Chat ist gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>The folder and its chats are deleted.</source>
            <translation>Der Ordner und seine Chats sind gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>The message and what followed it are deleted.</source>
            <translation>Die Nachricht und was ihr folgte sind gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>Load them</source>
            <translation>Sie laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_desk.py" />
            <source>New name of the chat</source>
            <translation>Neuer Name des Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Chats, characters, settings (*.json *.jsonl *.png *.webp *.charx *.kcpps);;All files (*)</source>
            <translation>Chats, Charaktere, Einstellungen (*.json *.jsonl *.png *.webp *.charx *.kcpps);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Markdown</source>
            <translation>Markdown</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Web page</source>
            <translation>Webseite</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>JSON, to import again</source>
            <translation>JSON, zum erneuten Importieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Chats</source>
            <translation>Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Export</source>
            <translation>Exportieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_files.py" />
            <source>Import</source>
            <translation>Importieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Own values</source>
            <translation>Eigene Werte</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Presets (*.json)</source>
            <translation>Voreinstellungen (*.json)</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>{name}, changed</source>
            <translation>{name}, geändert</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Chat settings…</source>
            <translation>Einstellungen des Chats…</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Name of the preset</source>
            <translation>Name der Voreinstellung</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>New name of the preset</source>
            <translation>Neuer Name der Voreinstellung</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Presets to import</source>
            <translation>Voreinstellungen importieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Export presets</source>
            <translation>Voreinstellungen exportieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>Last used with {words}.</source>
            <translation>Zuletzt verwendet mit {words}.</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>The models that it was last used with are not here any more.</source>
            <translation>Die zuletzt verwendeten Modelle sind nicht mehr da.</translation>
        </message>
        <message>
            <location filename="../../app/gui/chat_setups.py" />
            <source>It has not been answered yet: what is loaded then is remembered.</source>
            <translation>Noch ohne Antwort: Gemerkt wird, was dann geladen ist.</translation>
        </message>
        <message>
            <location filename="../../app/gui/command_desk.py" />
            <source>Chat</source>
            <translation>Chat</translation>
        </message>
        <message>
            <location filename="../../app/gui/command_desk.py" />
            <source>Message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <location filename="../../app/gui/command_desk.py" />
            <source>Load {title}</source>
            <translation>{title} laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/command_desk.py" />
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Open this link outside Slipstream?</source>
            <translation>Diesen Link außerhalb von Slipstream öffnen?</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>{words} (leads to {host})</source>
            <translation>{words} (führt zu {host})</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Use that of “{preset}”</source>
            <translation>Den von „{preset}“ verwenden</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Load on the processor</source>
            <translation>Auf dem Prozessor laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Start the engine again</source>
            <translation>Die Engine neu starten</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Stop the engine</source>
            <translation>Die Engine beenden</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>This link does not lead to a web page.</source>
            <translation>Dieser Link führt zu keiner Webseite.</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Open in the browser</source>
            <translation>Im Browser öffnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Load with less</source>
            <translation>Mit weniger laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Wait</source>
            <translation>Warten</translation>
        </message>
        <message>
            <location filename="../../app/gui/composition.py" />
            <source>Load it again</source>
            <translation>Neu laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/crash_reports.py" />
            <source>Report of a crash</source>
            <translation>Absturzbericht</translation>
        </message>
        <message>
            <location filename="../../app/gui/crash_reports.py" />
            <source>Show the report</source>
            <translation>Den Bericht zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/crash_reports.py" />
            <source>Open its folder</source>
            <translation>Seinen Ordner öffnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Licences</source>
            <translation>Lizenzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Versions</source>
            <translation>Versionen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Copy this, for a report of something that does not work</source>
            <translation>Dies kopieren, für einen Bericht über etwas, das nicht geht</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Your data</source>
            <translation>Deine Daten</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Open the folder of chats and models: {data}</source>
            <translation>Den Ordner der Chats und Modelle öffnen: {data}</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Logs</source>
            <translation>Protokolle</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/about.py" />
            <source>Open the folder of the logs: {logs}</source>
            <translation>Den Ordner der Protokolle öffnen: {logs}</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/confirm.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>{n} days left</source>
            <extracomment>For one: {n} day left</extracomment>
            <translation>
                <numerusform>noch {n} Tag</numerusform>
                <numerusform>noch {n} Tage</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Delete {n} chats for good?</source>
            <extracomment>For one: Delete {n} chat for good?</extracomment>
            <translation>
                <numerusform>{n} Chat endgültig löschen?</numerusform>
                <numerusform>{n} Chats endgültig löschen?</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Recently deleted</source>
            <translation>Kürzlich gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Deleted chats</source>
            <translation>Gelöschte Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Bring back</source>
            <translation>Zurückholen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Delete for good</source>
            <translation>Endgültig löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Delete all for good</source>
            <translation>Alle endgültig löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Put the chats back into the list</source>
            <translation>Die Chats wieder in die Liste legen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Delete the chats, and free their space</source>
            <translation>Die Chats löschen und ihren Platz freigeben</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Deleted chats stay here for {n} days.</source>
            <extracomment>For one: Deleted chats stay here for {n} day.</extracomment>
            <translation>
                <numerusform>Gelöschte Chats bleiben {n} Tag lang hier.</numerusform>
                <numerusform>Gelöschte Chats bleiben {n} Tage lang hier.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>Nothing was deleted lately.</source>
            <translation>In letzter Zeit wurde nichts gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/deleted_chats.py" />
            <source>This cannot be undone.</source>
            <translation>Das lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/details.py" />
            <source>Details</source>
            <translation>Einzelheiten</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/details.py" />
            <source>Copy details</source>
            <translation>Einzelheiten kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/import_preview.py" />
            <source>Import once more what is here already</source>
            <translation>Noch einmal importieren, was schon da ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/import_preview.py" />
            <source>Left out, for there is no place for it here:</source>
            <translation>Weggelassen, denn hier ist kein Platz dafür:</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/naming.py" />
            <source>OK</source>
            <translation>OK</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>{{char}} and {{user}} stand for the names of both. Nothing of this is set where its field is empty.</source>
            <translation>{{char}} und {{user}} stehen für die Namen der beiden. Ist ein Feld leer, wird nichts davon gesetzt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Description</source>
            <translation>Beschreibung</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Personality</source>
            <translation>Persönlichkeit</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Scenario</source>
            <translation>Szenario</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Greeting, which opens a new chat</source>
            <translation>Begrüßung, die einen neuen Chat eröffnet</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Examples of how the character talks</source>
            <translation>Beispiele, wie der Charakter spricht</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Told before everything else</source>
            <translation>Vor allem anderen gesagt</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Told after everything else</source>
            <translation>Nach allem anderen gesagt</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Characters of this chat</source>
            <translation>Charaktere dieses Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Your name</source>
            <translation>Dein Name</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>User</source>
            <translation>Benutzer</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>About you</source>
            <translation>Über dich</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Author's note</source>
            <translation>Anmerkung des Autors</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>What the model is to keep in mind</source>
            <translation>Was das Modell im Kopf behalten soll</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Put before so many of the last messages</source>
            <translation>Vor so viele der letzten Nachrichten setzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>CHARACTER</source>
            <translation>CHARAKTER</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>YOU</source>
            <translation>DU</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>AUTHOR'S NOTE</source>
            <translation>ANMERKUNG DES AUTORS</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>WORLD INFO</source>
            <translation>WISSEN ÜBER DIE WELT</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>Use</source>
            <translation>Verwenden</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/roles.py" />
            <source>The note is put before so many of the last messages:</source>
            <translation>Die Anmerkung steht vor so vielen der letzten Nachrichten:</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/shortcut_sheet.py" />
            <source>Shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/gui/dialogs/shortcut_sheet.py" />
            <source> or </source>
            <translation> oder </translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Make a token…</source>
            <translation>Ein Token erstellen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Read the terms…</source>
            <translation>Die Bedingungen lesen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Ask for access…</source>
            <translation>Um Zugang bitten…</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Something went wrong inside Slipstream.</source>
            <translation>In Slipstream ist etwas schiefgegangen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>You can go on; if it happens again, please report it with the details.</source>
            <translation>Du kannst weitermachen; wenn es wieder geschieht, melde es bitte mit den Einzelheiten.</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Try again</source>
            <translation>Noch einmal versuchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Enter a token…</source>
            <translation>Ein Token eingeben…</translation>
        </message>
        <message>
            <location filename="../../app/gui/failures.py" />
            <source>Go online</source>
            <translation>Online gehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/language.py" />
            <source>As the system</source>
            <translation>Wie das System</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>This frees {freed}.{kept}
{path}</source>
            <translation>Das gibt {freed} frei.{kept}
{path}</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>This frees {present}; it can be fetched again from the beginning.</source>
            <translation>Das gibt {present} frei; es kann von Anfang an neu heruntergeladen werden.</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>{kept} stay on the disk, as the same files have another place there.</source>
            <translation>{kept} bleiben auf der Festplatte, denn dieselben Dateien haben dort noch einen anderen Ort.</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Asking the Hub …</source>
            <translation>Der Hub wird gefragt …</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Delete {name}?</source>
            <translation>{name} löschen?</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/library_actions.py" />
            <source>Delete its {n} drafts as well, which no other target here uses (frees {freed} more)</source>
            <extracomment>For one: Delete its draft as well, which no other target here uses (frees {freed} more)</extracomment>
            <translation>
                <numerusform>Auch das Entwurfsmodell dazu löschen, das hier kein anderes Zielmodell braucht (gibt weitere {freed} frei)</numerusform>
                <numerusform>Auch die {n} Entwurfsmodelle dazu löschen, die hier kein anderes Zielmodell braucht (gibt weitere {freed} frei)</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Remove what is here of {model}?</source>
            <translation>Entfernen, was von {model} da ist?</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>A folder with models</source>
            <translation>Ein Ordner mit Modellen</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Check for updates</source>
            <translation>Nach Aktualisierungen sehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Unload</source>
            <translation>Entladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Unload it first.</source>
            <translation>Erst entladen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Delete</source>
            <translation>Löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/library_actions.py" />
            <source>Everything is up to date.</source>
            <translation>Alles ist aktuell.</translation>
        </message>
        <message>
            <location filename="../../app/gui/long_tasks.py" />
            <source>A pair is ready</source>
            <translation>Ein Paar ist bereit</translation>
        </message>
        <message>
            <location filename="../../app/gui/long_tasks.py" />
            <source>A pair needs you</source>
            <translation>Ein Paar braucht dich</translation>
        </message>
        <message>
            <location filename="../../app/gui/long_tasks.py" />
            <source>Measured</source>
            <translation>Gemessen</translation>
        </message>
        <message>
            <location filename="../../app/gui/long_tasks.py" />
            <source>A reply is written</source>
            <translation>Eine Antwort ist geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/gui/markdown/marks.py" />
            <source>Guessed by the draft at position {position}, accepted by the target</source>
            <translation>Vom Entwurfsmodell an Stelle {position} vorgeschlagen, vom Zielmodell angenommen</translation>
        </message>
        <message>
            <location filename="../../app/gui/markdown/marks.py" />
            <source>Chosen by the target itself</source>
            <translation>Vom Zielmodell selbst gewählt</translation>
        </message>
        <message>
            <location filename="../../app/gui/markdown/marks.py" />
            <source>Guessed by the draft, accepted by the target</source>
            <translation>Vom Entwurfsmodell vorgeschlagen, vom Zielmodell angenommen</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Every setting has its default again.</source>
            <translation>Alle Einstellungen sind zurückgesetzt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>“{label}” takes effect when the model is loaded again.</source>
            <translation>„{label}“ wirkt, sobald das Modell neu geladen ist.</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>It goes on by itself when you open Slipstream again.</source>
            <translation>Es geht von selbst weiter, wenn du Slipstream wieder öffnest.</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Every setting of “{section}” has its default again.</source>
            <translation>Alle Einstellungen von „{section}“ sind zurückgesetzt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Load again</source>
            <translation>Neu laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>A model is still on its way.</source>
            <translation>Ein Modell ist noch unterwegs.</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Close for now</source>
            <translation>Vorerst schließen</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Keep running</source>
            <translation>Weiterlaufen lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Discover</source>
            <translation>Entdecken</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Find and get a pair</source>
            <translation>Ein Paar finden und holen</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Is it worth it?</source>
            <translation>Lohnt es sich?</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Measure the draft</source>
            <translation>Messen, was das Entwurfsmodell bringt</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>The models at hand</source>
            <translation>Die vorhandenen Modelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>How Slipstream works</source>
            <translation>Wie Slipstream arbeitet</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>First start</source>
            <translation>Erster Start</translation>
        </message>
        <message>
            <location filename="../../app/gui/model_pages.py" />
            <source>Setting</source>
            <translation>Einstellung</translation>
        </message>
        <message>
            <location filename="../../app/gui/opening.py" />
            <source>Load it all the same</source>
            <translation>Trotzdem laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Six kinds of text are written with the draft and without, in turns. What counts is this machine with this pair; other programs that work meanwhile make the numbers worse.</source>
            <translation>Sechs Arten von Text werden abwechselnd mit dem Entwurfsmodell und ohne geschrieben. Es zählt dieser Rechner mit diesem Paar; andere Programme, die währenddessen arbeiten, verschlechtern die Zahlen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>How much to measure</source>
            <translation>Wie viel gemessen wird</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Progress of the measurement</source>
            <translation>Fortschritt der Messung</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Measure</source>
            <translation>Messen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Open a pair…</source>
            <translation>Ein Paar öffnen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Save the numbers…</source>
            <translation>Die Zahlen speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Save the picture…</source>
            <translation>Das Bild speichern…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>{estimate}. Messages have to wait meanwhile.</source>
            <translation>{estimate}. Nachrichten müssen solange warten.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Measuring …</source>
            <translation>Es wird gemessen …</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Measuring … {left} left</source>
            <translation>Es wird gemessen … noch {left}</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Save the picture</source>
            <translation>Das Bild speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>What is measured so far stays</source>
            <translation>Was bis jetzt gemessen ist, bleibt</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>One row for each reply, as CSV</source>
            <translation>Eine Zeile je Antwort, als CSV</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>What is shown above, as PNG</source>
            <translation>Was oben zu sehen ist, als PNG</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Measure again</source>
            <translation>Noch einmal messen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/bench.py" />
            <source>Save the numbers</source>
            <translation>Die Zahlen speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Choose a target first</source>
            <translation>Wähle zuerst ein Zielmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Message… It can be sent when the models are loaded</source>
            <translation>Nachricht… Sie kann gesendet werden, wenn die Modelle geladen sind</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Message…</source>
            <translation>Nachricht…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>The conversation fills the model's context of {tokens} tokens. For the next reply it no longer reads the oldest messages.</source>
            <translation>Das Gespräch füllt den Kontext des Modells von {tokens} Token. Für die nächste Antwort liest es die ältesten Nachrichten nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Attach</source>
            <translation>Anhängen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Text, code, PDF (*)</source>
            <translation>Text, Code, PDF (*)</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>being read…</source>
            <translation>wird gelesen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>the engine stopped</source>
            <translation>die Engine wurde beendet</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Stop measuring</source>
            <translation>Messung abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>What the draft brings is being measured. A message can be sent afterwards.</source>
            <translation>Gerade wird gemessen, was das Entwurfsmodell bringt. Danach kann eine Nachricht gesendet werden.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Another program is being answered first.</source>
            <translation>Zuerst bekommt ein anderes Programm seine Antwort.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>A file is being read. The message can be sent afterwards.</source>
            <translation>Eine Datei wird gelesen. Danach kann die Nachricht gesendet werden.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>another version of this chat</source>
            <translation>einer anderen Version dieses Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>another chat</source>
            <translation>einem anderen Chat</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>A reply is being written in {place}.</source>
            <translation>In {place} wird gerade eine Antwort geschrieben.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>No model is loaded.</source>
            <translation>Kein Modell ist geladen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>A message can be sent when the models are loaded.</source>
            <translation>Eine Nachricht kann gesendet werden, wenn die Modelle geladen sind.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>The engine stopped.</source>
            <translation>Die Engine wurde beendet.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Have it answered</source>
            <translation>Antworten lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>The last message has no reply yet.</source>
            <translation>Die letzte Nachricht hat noch keine Antwort.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Stop that</source>
            <translation>Das abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Stop it</source>
            <translation>Sie abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Load {pair}</source>
            <translation>{pair} laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/chat.py" />
            <source>Start it again</source>
            <translation>Neu starten</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Pairs of the catalogue, those that run best on this computer first</source>
            <translation>Paare des Katalogs, zuerst die, die auf diesem Rechner am besten laufen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>No pair of the catalogue is like this. Press Enter to search the Hub, or choose fewer filters.</source>
            <translation>Kein Paar des Katalogs ist so. Drücke die Eingabetaste, um im Hub zu suchen, oder wähle weniger Filter.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>The Hub has nothing like this. Try fewer words or fewer filters.</source>
            <translation>Der Hub hat nichts dergleichen. Versuche es mit weniger Wörtern oder weniger Filtern.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Find a target with a draft made for it, see whether it fits, and get both with one button.</source>
            <translation>Finde ein Zielmodell mit einem Entwurfsmodell dazu, sieh, ob es passt, und hole beide mit einem Knopf.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Close: Discover</source>
            <translation>Schließen: Entdecken</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Search pairs</source>
            <translation>Paare suchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Filters the catalogue as you type; Enter searches the Hub</source>
            <translation>Filtert den Katalog beim Tippen; die Eingabetaste sucht im Hub</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Search the Hub</source>
            <translation>Im Hub suchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Filters</source>
            <translation>Filter</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Back to the catalogue</source>
            <translation>Zurück zum Katalog</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Searching the Hub…</source>
            <translation>Im Hub wird gesucht…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Found on the Hub: {found}</source>
            <translation>Im Hub gefunden: {found}</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Nothing found on the Hub</source>
            <translation>Im Hub wurde nichts gefunden</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Back to the chat (Esc)</source>
            <translation>Zurück zum Chat (Esc)</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Search: words, OWNER/NAME or an address</source>
            <translation>Suche: Wörter, BESITZER/NAME oder eine Adresse</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Filters ({active})</source>
            <translation>Filter ({active})</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/discover.py" />
            <source>Looking at {repo} and what goes with it…</source>
            <translation>{repo} und was dazugehört wird angesehen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Fast chats on your own machine</source>
            <translation>Schnelle Chats auf deinem eigenen Rechner</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>A large model, the target, writes the answers. A small one made for it, the draft, guesses several words ahead; the target checks its guesses at once and keeps the right ones. You read the target's own answers, sooner.</source>
            <translation>Ein großes Modell, das Zielmodell, schreibt die Antworten. Ein kleines, das dazu gemacht ist, das Entwurfsmodell, rät mehrere Wörter voraus; das Zielmodell prüft alle auf einmal und behält die richtigen. Du liest die Antworten des Zielmodells selbst, nur früher.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>A tiny pair that comes along: nothing is downloaded, ready in seconds.</source>
            <translation>Ein winziges Paar, das dabei ist: nichts wird heruntergeladen, in Sekunden bereit.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Find a pair…</source>
            <translation>Ein Paar finden…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Pairs that suit this computer, downloaded and made ready with one button.</source>
            <translation>Paare, die zu diesem Rechner passen, mit einem Knopf heruntergeladen und fertig gemacht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Open my own…</source>
            <translation>Meine eigenen öffnen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>A checkpoint folder or a GGUF file that you have, with the draft made for it.</source>
            <translation>Ein Checkpoint-Ordner oder eine GGUF-Datei von dir, mit dem Entwurfsmodell dazu.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Skip</source>
            <translation>Überspringen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/first_start.py" />
            <source>Go to the chat; all of this is found there as well</source>
            <translation>Zum Chat; all das ist auch dort zu finden</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Models that you fetch or convert land here, each target with the drafts that fit it, ready to load with one click. Begin with a target and the draft made for it, or look at the small pair that comes with Slipstream.</source>
            <translation>Modelle, die du herunterlädst oder umwandelst, kommen hierher, jedes Zielmodell mit den Entwurfsmodellen, die dazu passen, mit einem Klick zu laden. Beginne mit einem Zielmodell und dem Entwurfsmodell dazu, oder sieh dir das kleine Paar an, das Slipstream mitbringt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Targets write the answers; drafts belong to a target and make it faster.</source>
            <translation>Zielmodelle schreiben die Antworten; Entwurfsmodelle gehören zu einem Zielmodell und machen es schneller.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Add a model…</source>
            <translation>Ein Modell hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Search your models</source>
            <translation>Deine Modelle durchsuchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Add a folder…</source>
            <translation>Einen Ordner hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Open a target and its draft; checkpoints are converted first</source>
            <translation>Ein Zielmodell und sein Entwurfsmodell öffnen; Checkpoints werden zuerst umgewandelt</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>List what is in a folder of yours, without moving or copying anything</source>
            <translation>Auflisten, was in einem deiner Ordner liegt, ohne etwas zu verschieben oder zu kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Ask the Hub whether what was fetched has changed since</source>
            <translation>Den Hub fragen, ob sich das Heruntergeladene seither geändert hat</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Keep the pair that is loaded, with its settings, in a file that opens it again</source>
            <translation>Das geladene Paar mit seinen Einstellungen in einer Datei behalten, die es wieder öffnet</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Checkpoints: to be converted before they can be loaded</source>
            <translation>Checkpoints: umzuwandeln, bevor sie geladen werden können</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Without a target at hand, or not usable</source>
            <translation>Ohne vorhandenes Zielmodell, oder nicht zu gebrauchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/models.py" />
            <source>Your own folders</source>
            <translation>Deine eigenen Ordner</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>Choose a target and the draft that was made for it, or drop them anywhere here.</source>
            <translation>Wähle ein Zielmodell und das Entwurfsmodell dazu, oder lass sie irgendwo hier fallen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>Start over</source>
            <translation>Von vorn</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>Looking…</source>
            <translation>Wird angesehen…</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>The {name} cannot be used: see above.</source>
            <translation>{name}: nicht zu gebrauchen, siehe oben.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>Opened before</source>
            <translation>Schon einmal geöffnet</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/pair.py" />
            <source>Stop repairing</source>
            <translation>Reparatur abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/settings.py" />
            <source>Every change counts at once and is kept.</source>
            <translation>Jede Änderung gilt sofort und bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/settings.py" />
            <source>Search the settings</source>
            <translation>Die Einstellungen durchsuchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/settings.py" />
            <source>Reset all</source>
            <translation>Alle zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pages/settings.py" />
            <source>No setting holds these words.</source>
            <translation>Keine Einstellung enthält diese Wörter.</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_files.py" />
            <source>Slipstream pairs (*{suffix})</source>
            <translation>Slipstream-Paare (*{suffix})</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_files.py" />
            <source>Save this pair as a file</source>
            <translation>Dieses Paar als Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_files.py" />
            <source>Find it on the Hub</source>
            <translation>Im Hub danach suchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_files.py" />
            <source>Use them</source>
            <translation>Sie verwenden</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_preparation.py" />
            <source>Load and chat</source>
            <translation>Laden und chatten</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_preparation.py" />
            <source>Starting</source>
            <translation>Beginnt</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_preparation.py" />
            <source>Waits for the end of the reply that is being written</source>
            <translation>Wartet auf das Ende der Antwort, die gerade geschrieben wird</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_preparation.py" />
            <source>Stopped</source>
            <translation>Abgebrochen</translation>
        </message>
        <message>
            <location filename="../../app/gui/pair_preparation.py" />
            <source>Failed</source>
            <translation>Fehlgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/ready_pairs.py" />
            <source>{title} is ready.</source>
            <translation>{title} ist bereit.</translation>
        </message>
        <message>
            <location filename="../../app/gui/ready_pairs.py" />
            <source>Load it</source>
            <translation>Laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/ready_pairs.py" />
            <source>Load the target alone</source>
            <translation>Das Zielmodell allein laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/ready_pairs.py" />
            <source>Load both</source>
            <translation>Beide laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/release_check.py" />
            <source>Open its page</source>
            <translation>Seine Seite öffnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>No draft is loaded. Choose one in the bar above, or another drafting method in the settings.</source>
            <translation>Kein Entwurfsmodell ist geladen. Wähle eins in der Leiste oben, oder eine andere Art des Vorschlagens in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>{target} with {draft} ({method})</source>
            <translation>{target} mit {draft} ({method})</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>{name}, no draft</source>
            <translation>{name}, kein Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>Measuring can begin when the models are loaded.</source>
            <translation>Gemessen werden kann, wenn die Modelle geladen sind.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>A reply is being written. Measuring can begin when it is over.</source>
            <translation>Gerade wird eine Antwort geschrieben. Danach kann gemessen werden.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>Load a target and the draft to measure first.</source>
            <translation>Lade zuerst ein Zielmodell und das Entwurfsmodell, das gemessen werden soll.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/bench.py" />
            <source>not drafted</source>
            <translation>nicht vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>Today</source>
            <translation>Heute</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>Yesterday</source>
            <translation>Gestern</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>Last 7 days</source>
            <translation>Letzte 7 Tage</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>{title}, in the folder “{folder}”</source>
            <translation>{title}, im Ordner „{folder}“</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/chats.py" />
            <source>{n} chats</source>
            <extracomment>For one: {n} chat</extracomment>
            <translation>
                <numerusform>{n} Chat</numerusform>
                <numerusform>{n} Chats</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>Folder {name}, {chats}, unfolded</source>
            <translation>Ordner {name}, {chats}, aufgeklappt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/chats.py" />
            <source>Folder {name}, {chats}, folded</source>
            <translation>Ordner {name}, {chats}, zugeklappt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>It failed when models were loaded onto it, so it is left out for now. Choose it to try it again.</source>
            <translation>Beim Laden von Modellen auf dieses Gerät schlug etwas fehl, darum bleibt es vorerst außen vor. Zum neuen Versuch auswählen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>It has no room for a single layer: all would run on the processor</source>
            <translation>Nicht eine Schicht hat darauf Platz: alles liefe auf dem Prozessor</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>A checkpoint folder or a .gguf file, with the draft made for it</source>
            <translation>Ein Checkpoint-Ordner oder eine .gguf-Datei, mit dem Entwurfsmodell dazu</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>No draft: where the chat repeats itself, it goes on as it did before</source>
            <translation>Kein Entwurfsmodell: wo sich der Chat wiederholt, geht es weiter wie zuvor</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Would be {device}: {reason}</source>
            <translation>Das wäre {device}: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>{used} of {total} in use</source>
            <translation>{used} von {total} belegt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>No draft</source>
            <translation>Kein Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Plain decoding: the target writes alone</source>
            <translation>Ohne Vorschläge: das Zielmodell schreibt allein</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Look-up</source>
            <translation>Nachschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Automatic</source>
            <translation>Automatisch</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>{total} of memory</source>
            <translation>{total} Speicher</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>The fastest device that has room</source>
            <translation>Das schnellste Gerät, das Platz hat</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Backend {backend}</source>
            <translation>Backend {backend}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>Added backends</source>
            <translation>Zusätzliche Backends</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/choices.py" />
            <source>{words} There is less room than it needs.</source>
            <translation>{words} Es ist weniger Platz, als nötig wäre.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>asks to accept its terms</source>
            <translation>verlangt, die Bedingungen anzunehmen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>asks for permission</source>
            <translation>verlangt eine Erlaubnis</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Fits</source>
            <translation>Passt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Tight</source>
            <translation>Knapp</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Too large</source>
            <translation>Zu groß</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{n} more drafts</source>
            <extracomment>For one: {n} more draft</extracomment>
            <translation>
                <numerusform>{n} weiteres Entwurfsmodell</numerusform>
                <numerusform>{n} weitere Entwurfsmodelle</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{fetch} to fetch</source>
            <translation>{fetch} herunterzuladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{total} in memory</source>
            <translation>{total} im Speicher</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Reported: {told}</source>
            <translation>Berichtet: {told}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{n} downloads</source>
            <extracomment>For one: {n} download</extracomment>
            <translation>
                <numerusform>{n} Download</numerusform>
                <numerusform>{n} Downloads</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Target</source>
            <translation>Zielmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{accepted} tokens a pass</source>
            <translation>{accepted} Token je Durchgang</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>{speedup}x as fast</source>
            <translation>{speedup}x so schnell</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>for {bases}</source>
            <translation>für {bases}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>changed {updated}</source>
            <translation>geändert {updated}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source> and </source>
            <translation> und </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/discover.py" />
            <source>Draft</source>
            <translation>Entwurfsmodell</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/imports.py" />
            <source>World info: {n} entries</source>
            <extracomment>For one: World info: {n} entry</extracomment>
            <translation>
                <numerusform>Wissen über die Welt: {n} Eintrag</numerusform>
                <numerusform>Wissen über die Welt: {n} Einträge</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/imports.py" />
            <source>{n} of these chats are here already.</source>
            <extracomment>For one: {n} of these chats is here already.</extracomment>
            <translation>
                <numerusform>{n} dieser Chats ist schon da.</numerusform>
                <numerusform>{n} dieser Chats sind schon da.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>This chat is here already.</source>
            <translation>Dieser Chat ist schon da.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>All of these chats are here already.</source>
            <translation>Alle diese Chats sind schon da.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/imports.py" />
            <source>{n} messages</source>
            <extracomment>For one: {n} message</extracomment>
            <translation>
                <numerusform>{n} Nachricht</numerusform>
                <numerusform>{n} Nachrichten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>{chats} chats with {messages}: {titles}</source>
            <translation>{chats} Chats mit {messages}: {titles}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Yours of the same name is replaced: {names}</source>
            <translation>Deine desselben Namens wird ersetzt: {names}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>It becomes a part of the chat that is open</source>
            <translation>Es wird ein Teil des offenen Chats</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/imports.py" />
            <source>And {n} more</source>
            <extracomment>For one: And {n} more</extracomment>
            <translation>
                <numerusform>Und {n} weiteres</numerusform>
                <numerusform>Und {n} weitere</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Chat “{title}” with {n} messages</source>
            <extracomment>For one: Chat “{title}” with {n} message</extracomment>
            <translation>
                <numerusform>Chat „{title}“ mit {n} Nachricht</numerusform>
                <numerusform>Chat „{title}“ mit {n} Nachrichten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Its system prompt</source>
            <translation>Sein Systemprompt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Values of samplers: {values}</source>
            <translation>Werte für die Auswahl der Token: {values}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Character {name}, with {greetings} greetings to choose from</source>
            <translation>Charakter {name}, mit {greetings} Begrüßungen zur Wahl</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Character {name}</source>
            <translation>Charakter {name}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/imports.py" />
            <source>Preset</source>
            <translation>Voreinstellung</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>The Hub has a newer revision ({commit}): {fetch} to fetch.</source>
            <translation>Der Hub hat einen neueren Stand ({commit}): {fetch} herunterzuladen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>{present} of {size} are here ({done}); the rest is missing.</source>
            <translation>{present} von {size} sind da ({done}); der Rest fehlt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/library.py" />
            <source>{n} models</source>
            <extracomment>For one: {n} model</extracomment>
            <translation>
                <numerusform>{n} Modell</numerusform>
                <numerusform>{n} Modelle</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>{target}, no draft</source>
            <translation>{target}, kein Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Converted from {source} on {day}</source>
            <translation>Umgewandelt aus {source} am {day}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Not checked: {problem}</source>
            <translation>Nicht geprüft: {problem}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Looking through it …</source>
            <translation>Wird durchgesehen …</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/view_models/library.py" />
            <source>Not there now. Its {n} models come back when its drive does.</source>
            <extracomment>For one: Not there now. Its {n} model comes back when its drive does.</extracomment>
            <translation>
                <numerusform>Gerade nicht da. Sein {n} Modell kommt wieder, sobald das Laufwerk wieder da ist.</numerusform>
                <numerusform>Gerade nicht da. Seine {n} Modelle kommen wieder, sobald das Laufwerk wieder da ist.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>{held}; it holds more than is shown.</source>
            <translation>{held}; er enthält mehr, als gezeigt wird.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>From the Hub: {place}, {day}</source>
            <translation>Vom Hub: {place}, {day}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Last used on {day}</source>
            <translation>Zuletzt verwendet am {day}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Not there now.</source>
            <translation>Gerade nicht da.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Small model that guesses as it would answer · {facts}</source>
            <translation>Kleines Modell, das rät, wie es antworten würde · {facts}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/library.py" />
            <source>Lies outside the library: {path}</source>
            <translation>Liegt außerhalb der Bibliothek: {path}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/memory.py" />
            <source>Main memory</source>
            <translation>Hauptspeicher</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/memory.py" />
            <source>Memory: the pair takes {needed} of {total}</source>
            <translation>Speicher: das Paar braucht {needed} von {total}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Copy the message</source>
            <translation>Die Nachricht kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Edit</source>
            <translation>Bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Edit the message</source>
            <translation>Die Nachricht bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Write again</source>
            <translation>Neu schreiben</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Have another version of the reply written</source>
            <translation>Eine andere Version der Antwort schreiben lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Continue</source>
            <translation>Fortsetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Have the reply continued</source>
            <translation>Die Antwort fortsetzen lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Branch</source>
            <translation>Abzweigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Go on from here in a new chat</source>
            <translation>Von hier aus in einem neuen Chat weitermachen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Delete the message and what follows it</source>
            <translation>Die Nachricht und was ihr folgt löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Version before</source>
            <translation>Version davor</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Show the version before</source>
            <translation>Die Version davor zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Version after</source>
            <translation>Version danach</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/message_actions.py" />
            <source>Show the version after</source>
            <translation>Die Version danach zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>fits</source>
            <translation>passt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>tight</source>
            <translation>knapp</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>too large</source>
            <translation>zu groß</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Get this pair</source>
            <translation>Dieses Paar holen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Get this model</source>
            <translation>Dieses Modell holen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>DSpark: guesses a block of tokens at once, each from the one before, and tells how sure it is</source>
            <translation>DSpark: rät einen Block von Token auf einmal, jedes aus dem davor, und sagt, wie sicher es ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>DFlash: guesses a block of tokens at once</source>
            <translation>DFlash: rät einen Block von Token auf einmal</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>DFlash2: guesses a block of tokens at once, and picks those that go together</source>
            <translation>DFlash2: rät einen Block von Token auf einmal und nimmt die, die zusammenpassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>EAGLE-3: guesses token after token from what the target has just computed</source>
            <translation>EAGLE-3: rät Token für Token aus dem, was das Zielmodell gerade berechnet hat</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>MTP: a few layers that were trained with the target guess its next tokens</source>
            <translation>MTP: ein paar Schichten, die mit dem Zielmodell trainiert wurden, raten seine nächsten Token</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Its owner asks you to accept terms on the Hub first, signed in with your token.</source>
            <translation>Der Besitzer bittet dich, zuerst im Hub Bedingungen anzunehmen, angemeldet mit deinem Token.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Its owner lets in whom they choose: ask on the Hub first, signed in with your token.</source>
            <translation>Der Besitzer lässt ein, wen er will: frage zuerst im Hub, angemeldet mit deinem Token.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{kind} · about {weights} · converted here</source>
            <translation>{kind} · etwa {weights} · hier umgewandelt</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Disk: {size} at the fullest moment</source>
            <translation>Festplatte: {size} im vollsten Augenblick</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>What is fetched, what stands in between while converting, and the result. {kept} stay.</source>
            <translation>Was heruntergeladen wird, was beim Umwandeln dazwischen liegt, und das Ergebnis. {kept} bleiben.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{to_fetch}, {total} of memory</source>
            <translation>{to_fetch}, {total} Speicher</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{parts}. An estimate; a device rounds up.</source>
            <translation>{parts}. Eine Schätzung; ein Gerät rundet auf.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Memory: about {total} of {memory}</source>
            <translation>Speicher: etwa {total} von {memory}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{name} · {weights} · ready to use, by {owner}</source>
            <translation>{name} · {weights} · fertig zum Laden, von {owner}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>about {size}</source>
            <translation>etwa {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>from {size}</source>
            <translation>ab {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Download: {size}</source>
            <translation>Download: {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{words}, {free} free.</source>
            <translation>{words}, {free} frei.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Free some space, or choose a ready GGUF.</source>
            <translation>Gib Platz frei, oder wähle eine fertige GGUF.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Choose a smaller number format above.</source>
            <translation>Wähle oben ein kleineres Zahlenformat.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>This is its smallest format.</source>
            <translation>Das ist sein kleinstes Format.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Reported: {words} ({source})</source>
            <translation>Berichtet: {words} ({source})</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Target of the family {family}</source>
            <translation>Zielmodell der Familie {family}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>On its way: see below</source>
            <translation>Unterwegs: siehe unten</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>It names another target, though all that counts agrees.</source>
            <translation>Es nennt ein anderes Zielmodell, doch alles, was zählt, stimmt überein.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Here already</source>
            <translation>Schon da</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Search for the model that it was made for, and choose the draft there.</source>
            <translation>Suche nach dem Modell, für das es gemacht wurde, und wähle das Entwurfsmodell dort.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>It cannot be had in a form that runs here.</source>
            <translation>Es gibt keine Form davon, die hier läuft.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Look for a GGUF of it.</source>
            <translation>Suche nach einer GGUF davon.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Target {size}</source>
            <translation>Zielmodell {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>context of {tokens} tokens {size}</source>
            <translation>Kontext von {tokens} Token {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>working room {size}</source>
            <translation>Arbeitsraum {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{words}: too large.</source>
            <translation>{words}: zu groß.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Download: none, it is here already.</source>
            <translation>Download: keiner, es ist schon da.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Only the files that are needed, each once.</source>
            <translation>Nur die nötigen Dateien, jede einmal.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>asks for terms</source>
            <translation>verlangt Bedingungen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{words}: the disk is too full to convert it.</source>
            <translation>{words}: die Festplatte ist zu voll, um es umzuwandeln.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>No target for this draft was found on the Hub.</source>
            <translation>Im Hub wurde kein Zielmodell für dieses Entwurfsmodell gefunden.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>draft with its context {size}</source>
            <translation>Entwurfsmodell mit seinem Kontext {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Memory: about {total}.</source>
            <translation>Speicher: etwa {total}.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{words}: fits.</source>
            <translation>{words}: passt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>{words}: tight.</source>
            <translation>{words}: knapp.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Close other programs before you load it.</source>
            <translation>Schließe andere Programme, bevor du es lädst.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Targets it was made for</source>
            <translation>Zielmodelle, für die es gemacht ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/offer.py" />
            <source>Drafts made for it</source>
            <translation>Entwurfsmodelle dazu</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>{number} on the way</source>
            <translation>{number} unterwegs</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>{number} stopped</source>
            <translation>{number} angehalten</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>1 stopped: {title}</source>
            <translation>1 angehalten: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>{number} paused</source>
            <translation>{number} pausiert</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>{title} · Paused</source>
            <translation>{title} · Pausiert</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>Resume</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>Try now</source>
            <translation>Jetzt versuchen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/orders.py" />
            <source>Retry</source>
            <translation>Noch einmal</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>ready to draft</source>
            <translation>bereit vorzuschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>drafting is off</source>
            <translation>Vorschlagen ist aus</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{tokens} tokens</source>
            <translation>{tokens} Token</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>The numbers of a reply appear here while it is written</source>
            <translation>Hier erscheinen die Zahlen einer Antwort, während sie geschrieben wird</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{acceptance} accepted</source>
            <translation>{acceptance} angenommen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{length} per pass</source>
            <translation>{length} je Durchgang</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{speed} tokens/s</source>
            <translation>{speed} Token/s</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{share} of {drafted} drafted accepted</source>
            <translation>{share} von {drafted} vorgeschlagenen angenommen</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{speedup}x plain</source>
            <translation>{speedup}x wie ohne</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/readout.py" />
            <source>{speedup} plain {plain_speed}</source>
            <translation>{speedup} wie ohne {plain_speed}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>The model speaks as itself.</source>
            <translation>Das Modell spricht als es selbst.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>a note</source>
            <translation>eine Anmerkung</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>world info ({world})</source>
            <translation>Wissen über die Welt ({world})</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>A character</source>
            <translation>Ein Charakter</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>you are {name}</source>
            <translation>du bist {name}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/roles.py" />
            <source>what you are like</source>
            <translation>wie du bist</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>A repaired file gets the target's output head and lands in the library; this one stays as it is.</source>
            <translation>Eine reparierte Datei bekommt den Ausgabekopf des Zielmodells und kommt in die Bibliothek; diese bleibt, wie sie ist.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>That is a target, so it was put in the target's place.</source>
            <translation>Das ist ein Zielmodell, also steht es jetzt am Platz des Zielmodells.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>That is a draft, so it was put in the draft's place.</source>
            <translation>Das ist ein Entwurfsmodell, also steht es jetzt am Platz des Entwurfsmodells.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Will be converted: about {new}</source>
            <translation>Wird umgewandelt: etwa {new}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Proposed here is {type}. {words}</source>
            <translation>Vorgeschlagen wird hier {type}. {words}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Disk: about {needed} needed; {free} free.</source>
            <translation>Festplatte: etwa {needed} nötig; {free} frei.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>{parts}; up to {kept} besides for chats that you come back to. An estimate; the device rounds up.</source>
            <translation>{parts}; dazu bis zu {kept} für Chats, zu denen du zurückkehrst. Eine Schätzung; das Gerät rundet auf.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Memory: about {needed} needed</source>
            <translation>Speicher: etwa {needed} nötig</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Ready to load</source>
            <translation>Bereit zum Laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Converted before: ready to load</source>
            <translation>Schon umgewandelt: bereit zum Laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>It names {target_hint} as its target; if few guesses come true, that is why.</source>
            <translation>Es nennt {target_hint} als sein Zielmodell; wenn wenige Vorschläge zutreffen, liegt es daran.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>They fit.</source>
            <translation>Sie passen zusammen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Disk: about {needed} needed while it is converted, {new} in the end; {free} free.</source>
            <translation>Festplatte: etwa {needed} nötig beim Umwandeln, am Ende {new}; {free} frei.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Free some space, or choose a smaller number format.</source>
            <translation>Gib Platz frei, oder wähle ein kleineres Zahlenformat.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>{needed}: fits. {where}</source>
            <translation>{needed}: passt. {where}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Convert and chat</source>
            <translation>Umwandeln und chatten</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Without a draft the target writes alone, one token at a time.</source>
            <translation>Ohne Entwurfsmodell schreibt das Zielmodell allein, ein Token nach dem anderen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>They fit, though the draft may have been made for another target.</source>
            <translation>Sie passen zusammen, auch wenn das Entwurfsmodell für ein anderes Zielmodell gemacht sein mag.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Sizes, layers and tokens of the two agree.</source>
            <translation>Größen, Schichten und Token der beiden stimmen überein.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>draft {size}</source>
            <translation>Entwurfsmodell {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Memory: about {total} needed.</source>
            <translation>Speicher: etwa {total} nötig.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>{needed}: too large.</source>
            <translation>{needed}: zu groß.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Choose a smaller number format or a shorter context.</source>
            <translation>Wähle ein kleineres Zahlenformat oder einen kürzeren Kontext.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>{needed}: tight. {where}</source>
            <translation>{needed}: knapp. {where}</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Close other programs if loading fails.</source>
            <translation>Schließe andere Programme, wenn das Laden fehlschlägt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Choose the target that this draft was made for.</source>
            <translation>Wähle das Zielmodell, für das dieses Entwurfsmodell gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>Repair the draft</source>
            <translation>Das Entwurfsmodell reparieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>as it is</source>
            <translation>wie es ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/view_models/wizard.py" />
            <source>proposed</source>
            <translation>vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/about_card.py" />
            <source>About Slipstream…</source>
            <translation>Über Slipstream…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/about_card.py" />
            <source>Asks the page of Slipstream's releases; nothing is downloaded</source>
            <translation>Fragt die Seite der Veröffentlichungen von Slipstream; nichts wird heruntergeladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/about_card.py" />
            <source>Versions of everything, licences, and where your data lies</source>
            <translation>Versionen von allem, Lizenzen, und wo deine Daten liegen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/about_card.py" />
            <source>This is Slipstream {version}.</source>
            <translation>Dies ist Slipstream {version}.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Acceptance rate: of the tokens that the draft guessed, how many the target would have written itself</source>
            <translation>Annahmequote: wie viele der vorgeschlagenen Token das Zielmodell selbst geschrieben hätte</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Mean accepted length: tokens written for each pass of the target. 1.0 would be no gain at all</source>
            <translation>Mittlere angenommene Länge: geschriebene Token je Durchgang des Zielmodells. 1,0 wäre gar kein Gewinn</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Tokens written per second, over the whole reply. A token is a word or a part of one</source>
            <translation>Geschriebene Token je Sekunde, über die ganze Antwort. Ein Token ist ein Wort oder ein Teil davon</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Speed against plain decoding, which is in brackets: measured on this machine with this model</source>
            <translation>Tempo gegenüber dem Schreiben ohne Vorschläge, das in Klammern steht: auf diesem Rechner mit diesem Modell gemessen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>The demo always drafts: its target is so small that nothing is gained, and drafting would pause</source>
            <translation>Die Demo schlägt immer vor: ihr Zielmodell ist so klein, dass nichts gewonnen wird, und das Vorschlagen würde pausieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>How often the guesses came true, by their place in the draft's block</source>
            <translation>Wie oft die Vorschläge zutrafen, nach ihrer Stelle im Block</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>The demo is so tiny that no draft can make it faster. It drafts all the same, to show how guesses are accepted; the speed comes with larger models.</source>
            <translation>Die Demo ist so winzig, dass kein Entwurfsmodell sie schneller machen kann. Es rät trotzdem, um zu zeigen, wie Vorschläge angenommen werden; schneller wird es mit größeren Modellen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>ACCEPTANCE</source>
            <translation>ANNAHME</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Fold the numbers</source>
            <translation>Die Zahlen einklappen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>plain</source>
            <translation>wie ohne</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>by position, from 0 to 100 %</source>
            <translation>nach Stelle, von 0 bis 100 %</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Is it worth it?…</source>
            <translation>Lohnt es sich?…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>this reply</source>
            <translation>diese Antwort</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Show the numbers</source>
            <translation>Die Zahlen zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Fold the numbers to one line</source>
            <translation>Die Zahlen auf eine Zeile einklappen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>How the draft guesses, and how many tokens it proposes at once now</source>
            <translation>Wie vorgeschlagen wird, und wie viele Token jetzt auf einmal</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Compare with and without the draft on six kinds of text</source>
            <translation>Mit und ohne Entwurfsmodell vergleichen, an sechs Arten von Text</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>Show the numbers beside the chat</source>
            <translation>Die Zahlen neben dem Chat zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>tokens per pass</source>
            <translation>Token je Durchgang</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>tokens/s</source>
            <translation>Token/s</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/acceptance_panel.py" />
            <source>plain {plain_speed}</source>
            <translation>wie ohne {plain_speed}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Paste a token: hf_…</source>
            <translation>Füge ein Token ein: hf_…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Token of your Hugging Face account</source>
            <translation>Token deines Hugging-Face-Kontos</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Sign in</source>
            <translation>Anmelden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Check</source>
            <translation>Prüfen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Ask the Hub whose token it is, and whether it is still good</source>
            <translation>Den Hub fragen, wessen Token es ist und ob es noch gilt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/account_card.py" />
            <source>Your account</source>
            <translation>Dein Konto</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/api_state.py" />
            <source>Address of the local API</source>
            <translation>Adresse der lokalen API</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/api_state.py" />
            <source>Copy the address</source>
            <translation>Die Adresse kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/api_state.py" />
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/attachment_row.py" />
            <source>Leave out {name}</source>
            <translation>{name} weglassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/attachment_row.py" />
            <source>Leave this file out</source>
            <translation>Diese Datei weglassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/banner.py" />
            <source>Close this message</source>
            <translation>Diese Meldung schließen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>Tokens per second over all texts; the line is the speed without a draft</source>
            <translation>Token je Sekunde über alle Texte; die Linie ist das Tempo ohne Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>How many times as fast as without a draft, with the automatic pace; the line is 1x</source>
            <translation>Wievielmal so schnell wie ohne Entwurfsmodell, im automatischen Tempo; die Linie ist 1x</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>Tokens per second</source>
            <translation>Token je Sekunde</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>Speed-up by kind of text</source>
            <translation>Gewinn nach Art des Textes</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>So far:</source>
            <translation>Bis jetzt:</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>all texts</source>
            <translation>alle Texte</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>automatic, by text</source>
            <translation>automatisch, je Text</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>Speed-up by kind of text, automatic</source>
            <translation>Gewinn nach Art des Textes, automatisch</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/bench_results.py" />
            <source>Guesses that came true, by their place in the draft ({way})</source>
            <translation>Vorschläge, die zutrafen, nach ihrer Stelle ({way})</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>Of the rounds that guessed this far: how many had every guess up to this position accepted</source>
            <translation>Von den Runden, die so weit rieten: wie viele bis zu dieser Stelle ganz angenommen wurden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>no values yet</source>
            <translation>noch keine Werte</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>Acceptance over the last rounds: {newest}</source>
            <translation>Annahme in den letzten Runden: {newest}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>How the acceptance rate went over the last rounds: from 0 % at the bottom to 100 % at the top</source>
            <translation>Wie die Annahmequote in den letzten Runden verlief: von 0 % unten bis 100 % oben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>Acceptance by position: {values}</source>
            <translation>Annahme nach Stelle: {values}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/charts.py" />
            <source>{shares} of the guesses at position {number} and before came true</source>
            <translation>{shares} der Vorschläge an Stelle {number} und davor trafen zu</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>Close the chat settings</source>
            <translation>Die Einstellungen des Chats schließen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>System prompt</source>
            <translation>Systemprompt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>What the model is told before everything else</source>
            <translation>Was dem Modell vor allem anderen gesagt wird</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>Load them now</source>
            <translation>Jetzt laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>Character, note, world…</source>
            <translation>Charakter, Anmerkung, Welt…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>PRESET</source>
            <translation>VOREINSTELLUNG</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>SYSTEM PROMPT</source>
            <translation>SYSTEMPROMPT</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>WHO SPEAKS</source>
            <translation>WER SPRICHT</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>MODELS</source>
            <translation>MODELLE</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>HOW TOKENS ARE PICKED</source>
            <translation>WIE TOKEN GEWÄHLT WERDEN</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>Bold is set for this chat alone; the rest is as in the settings.</source>
            <translation>Fett gilt für diesen Chat allein; der Rest ist wie in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/chat_sheet.py" />
            <source>Save, rename, delete, import and export presets</source>
            <translation>Voreinstellungen speichern, umbenennen, löschen, importieren und exportieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/code_block.py" />
            <source>Copy code</source>
            <translation>Code kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/code_block.py" />
            <source>Save code as a file</source>
            <translation>Code als Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/code_block.py" />
            <source>Save the code</source>
            <translation>Den Code speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/code_block.py" />
            <source>Code in {language}</source>
            <translation>Code in {language}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/code_block.py" />
            <source>Show the rest of the code first</source>
            <translation>Zeige zuerst den Rest des Codes</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Enter sends, Shift+Enter begins a new line</source>
            <translation>Die Eingabetaste sendet, Umschalt+Eingabe beginnt eine neue Zeile</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Tint drafted</source>
            <translation>Vorgeschlagenes hervorheben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Think</source>
            <translation>Nachdenken</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Send</source>
            <translation>Senden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Preset: {words}</source>
            <translation>Voreinstellung: {words}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Mark the tokens that the draft guessed and the target accepted</source>
            <translation>Die Token hervorheben, die das Entwurfsmodell riet und das Zielmodell annahm</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Think before answering: slower, and better at hard questions</source>
            <translation>Vor dem Antworten nachdenken: langsamer, und besser bei schweren Fragen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Tokens of the message that is not sent yet</source>
            <translation>Token der Nachricht, die noch nicht gesendet ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Attach text, code or a PDF</source>
            <translation>Text, Code oder eine PDF anhängen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Stop (Esc)</source>
            <translation>Abbrechen (Esc)</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/composer.py" />
            <source>Send (Enter)</source>
            <translation>Senden (Eingabe)</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/context_gauge.py" />
            <source>The conversation takes {taken} of the {context_size} tokens in the model's context.</source>
            <translation>Das Gespräch nimmt {taken} der {context_size} Token im Kontext des Modells ein.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/context_gauge.py" />
            <source>The message takes {taken} of the {context_size} tokens in the model's context.</source>
            <translation>Die Nachricht nimmt {taken} der {context_size} Token im Kontext des Modells ein.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/context_gauge.py" />
            <source>When it is full, the model no longer reads the oldest messages.</source>
            <translation>Wenn er voll ist, liest das Modell die ältesten Nachrichten nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/context_gauge.py" />
            <source>The message adds {unsent}.</source>
            <translation>Die Nachricht fügt {unsent} hinzu.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/drop_area.py" />
            <source>Drop a model here, a chat or character to import, or a file to attach</source>
            <translation>Lass hier ein Modell fallen, einen Chat oder Charakter zum Importieren, oder eine Datei zum Anhängen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Drafts only</source>
            <translation>Nur Entwurfsmodelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Draft: a small model made for a target that guesses its next tokens ahead</source>
            <translation>Entwurfsmodell: ein kleines Modell, das für ein Zielmodell gemacht ist und dessen nächste Token vorausrät</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Fits this computer</source>
            <translation>Passt auf diesen Rechner</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Leave out pairs of the catalogue that take more memory than there is</source>
            <translation>Paare des Katalogs weglassen, die mehr Speicher brauchen, als da ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Method of drafting</source>
            <translation>Art des Vorschlagens</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Family of models</source>
            <translation>Familie der Modelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Size: the number of weights, in billions</source>
            <translation>Größe: die Zahl der Gewichte, in Milliarden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Licence</source>
            <translation>Lizenz</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Form of the files: GGUF is ready to use, safetensors are converted here</source>
            <translation>Form der Dateien: GGUF ist fertig, safetensors werden hier umgewandelt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Up to {size}B</source>
            <translation>Bis zu {size}B</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Any form</source>
            <translation>Jede Form</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Any method</source>
            <translation>Jede Art</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Any family</source>
            <translation>Jede Familie</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Any size</source>
            <translation>Jede Größe</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/filter_bar.py" />
            <source>Any licence</source>
            <translation>Jede Lizenz</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/jobs_strip.py" />
            <source>Show every task</source>
            <translation>Jede Aufgabe zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/jobs_strip.py" />
            <source>Tasks</source>
            <translation>Aufgaben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/jobs_strip.py" />
            <source>Tasks: {shown}</source>
            <translation>Aufgaben: {shown}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/jobs_strip.py" />
            <source>Show or hide the tasks one by one</source>
            <translation>Die Aufgaben einzeln zeigen oder verbergen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/jobs_strip.py" />
            <source>Show only a line</source>
            <translation>Nur eine Zeile zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>INCOMPLETE</source>
            <translation>UNVOLLSTÄNDIG</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Here of {title}</source>
            <translation>Von {title} da</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Fetch what is missing; what is here is kept</source>
            <translation>Holen, was fehlt; was da ist, bleibt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Remove {title}</source>
            <translation>{title} entfernen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Look again</source>
            <translation>Noch einmal nachsehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Look for models that came or went</source>
            <translation>Nach Modellen sehen, die gekommen oder gegangen sind</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Show {path}</source>
            <translation>{path} zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>List {path} no more</source>
            <translation>{path} nicht mehr auflisten</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Delete what is here of it</source>
            <translation>Löschen, was davon da ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Being fetched</source>
            <translation>Wird geholt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Show the folder</source>
            <translation>Den Ordner zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/library_lines.py" />
            <source>Take out of the list; its files stay</source>
            <translation>Aus der Liste nehmen; die Dateien bleiben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/memory_bar.py" />
            <source>In use by others</source>
            <translation>Von anderen belegt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/memory_bar.py" />
            <source>Contexts and room to compute</source>
            <translation>Kontexte und Raum zum Rechnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/memory_bar.py" />
            <source>{free} stay free</source>
            <translation>{free} bleiben frei</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/memory_bar.py" />
            <source>{missing} too much</source>
            <translation>{missing} zu viel</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_actions.py" />
            <source>What to do with this message</source>
            <translation>Was mit dieser Nachricht zu tun ist</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_actions.py" />
            <source>Version {version} of {versions}</source>
            <translation>Version {version} von {versions}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_actions.py" />
            <source>Copy selected text</source>
            <translation>Ausgewählten Text kopieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_editor.py" />
            <source>Edited message</source>
            <translation>Bearbeitete Nachricht</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_editor.py" />
            <source>Save and ask again</source>
            <translation>Speichern und neu fragen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_editor.py" />
            <source>Save</source>
            <translation>Speichern</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_editor.py" />
            <source>Enter saves, Shift+Enter begins a line, Esc cancels</source>
            <translation>Eingabe speichert, Umschalt+Eingabe beginnt eine Zeile, Esc bricht ab</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_list.py" />
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_list.py" />
            <source>Go to the end</source>
            <translation>Zum Ende</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>The engine stopped here.</source>
            <translation>Hier wurde die Engine beendet.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>The reply ended with an error.</source>
            <translation>Die Antwort endete mit einem Fehler.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>The reply ends here: the conversation fills the model's context.</source>
            <translation>Die Antwort endet hier: das Gespräch füllt den Kontext des Modells.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>The program ended before the reply did.</source>
            <translation>Das Programm endete vor der Antwort.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>Your message</source>
            <translation>Deine Nachricht</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>Show more</source>
            <translation>Mehr zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>Show more ({left} characters left)</source>
            <translation>Mehr zeigen (noch {left} Zeichen)</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>Show the beginning</source>
            <translation>Den Anfang zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/message_view.py" />
            <source>Attached: {names}</source>
            <translation>Angehängt: {names}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Target: the model whose answers you read. Choose another one</source>
            <translation>Zielmodell: das Modell, dessen Antworten du liest. Wähle ein anderes</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Draft: a small model that guesses ahead; the target checks its guesses. Choose another one, or none</source>
            <translation>Entwurfsmodell: ein kleines Modell, das vorausrät; das Zielmodell prüft, was es rät. Wähle ein anderes, oder keins</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Target: the model whose answers you read</source>
            <translation>Zielmodell: das Modell, dessen Antworten du liest</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Draft: a small model that guesses ahead; the target checks its guesses. Choose a target first</source>
            <translation>Entwurfsmodell: ein kleines Modell, das vorausrät; das Zielmodell prüft, was es rät. Wähle zuerst ein Zielmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Device: what the models run on. Choose another one</source>
            <translation>Gerät: worauf die Modelle laufen. Wähle ein anderes</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Unload: free the memory of both models</source>
            <translation>Entladen: den Speicher beider Modelle freigeben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>{name} · proposes up to {draft_max} tokens at once · {size}</source>
            <translation>{name} · schlägt bis zu {draft_max} Token auf einmal vor · {size}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>with the draft</source>
            <translation>mit dem Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Progress of loading</source>
            <translation>Fortschritt des Ladens</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Stop loading</source>
            <translation>Laden abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>No model is loaded</source>
            <translation>Kein Modell ist geladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Loading</source>
            <translation>Lädt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Unloading</source>
            <translation>Entlädt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>The engine stopped</source>
            <translation>Die Engine wurde beendet</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Measuring</source>
            <translation>Misst</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_bar.py" />
            <source>Left out</source>
            <translation>Weggelassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Load without draft</source>
            <translation>Ohne Entwurfsmodell laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Answer a few prompts with this draft, and see how many of its guesses the target accepts</source>
            <translation>Ein paar Fragen mit diesem Entwurfsmodell beantworten und sehen, wie viele seiner Vorschläge das Zielmodell annimmt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Load</source>
            <translation>Laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Load with draft</source>
            <translation>Mit Entwurfsmodell laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Try the pair</source>
            <translation>Das Paar ausprobieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Stop trying</source>
            <translation>Versuch abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Repair</source>
            <translation>Reparieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Make a whole file of it, with this target's output head</source>
            <translation>Eine ganze Datei daraus machen, mit dem Ausgabekopf dieses Zielmodells</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Converted: {made}. The checkpoint is needed no more.</source>
            <translation>Umgewandelt: {made}. Der Checkpoint wird nicht mehr gebraucht.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Not converted yet.</source>
            <translation>Noch nicht umgewandelt.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Open it as one of a pair; converting makes a file that can be loaded</source>
            <translation>Es als eins von einem Paar öffnen; beim Umwandeln entsteht eine Datei, die geladen werden kann</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Load the target together with this draft</source>
            <translation>Das Zielmodell zusammen mit diesem Entwurfsmodell laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Show {name} in its folder</source>
            <translation>{name} in seinem Ordner zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Load the target alone, without a draft</source>
            <translation>Das Zielmodell allein laden, ohne Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Convert again…</source>
            <translation>Noch einmal umwandeln…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Convert…</source>
            <translation>Umwandeln…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Show in folder</source>
            <translation>Im Ordner zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Take out of the list; the file stays</source>
            <translation>Aus der Liste nehmen; die Datei bleibt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Delete the file</source>
            <translation>Die Datei löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Delete {name}</source>
            <translation>{name} löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Update</source>
            <translation>Aktualisieren</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Fetch the newer revision; this one stays until you delete it</source>
            <translation>Den neueren Stand holen; dieser bleibt, bis du ihn löschst</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_card.py" />
            <source>Loaded</source>
            <translation>Geladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Number format: how exactly the converted model keeps its numbers. Smaller ones take less room and memory, and the smallest cost answers</source>
            <translation>Zahlenformat: wie genau das umgewandelte Modell seine Zahlen behält. Kleinere brauchen weniger Platz und Speicher, und die kleinsten kosten gute Antworten</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Draft (optional)</source>
            <translation>Entwurfsmodell (wahlweise)</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Draft: a small model made for the target that guesses ahead; the target checks its guesses</source>
            <translation>Entwurfsmodell: ein kleines Modell, das für das Zielmodell gemacht ist und vorausrät; das Zielmodell prüft, was es rät</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Drop the model to chat with here: a checkpoint folder or a .gguf file.</source>
            <translation>Lass hier das Modell fallen, mit dem du chatten willst: ein Checkpoint-Ordner oder eine .gguf-Datei.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Drop a draft made for that target here: a checkpoint folder or a .gguf file.</source>
            <translation>Lass hier ein Entwurfsmodell fallen, das für dieses Zielmodell gemacht ist: ein Checkpoint-Ordner oder eine .gguf-Datei.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Choose no {seat}</source>
            <translation>Kein {seat} wählen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Number format of the {seat}</source>
            <translation>Zahlenformat: {seat}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Folder…</source>
            <translation>Ordner…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>A checkpoint: a folder with config.json and .safetensors files</source>
            <translation>Ein Checkpoint: ein Ordner mit config.json und .safetensors-Dateien</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>File…</source>
            <translation>Datei…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>A model as one .gguf file</source>
            <translation>Ein Modell als eine .gguf-Datei</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Path of the {seat}</source>
            <translation>Pfad: {seat}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>A checkpoint folder or a .gguf file</source>
            <translation>Ein Checkpoint-Ordner oder eine .gguf-Datei</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>File of the {seat}</source>
            <translation>Datei: {seat}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Models (*.gguf);;All files (*)</source>
            <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>…or paste its path</source>
            <translation>…oder füge seinen Pfad ein</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/model_seat.py" />
            <source>Folder of the {seat}</source>
            <translation>Ordner: {seat}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Choose one in the list to see what it takes, and whether it runs well here.</source>
            <translation>Wähle eins in der Liste, um zu sehen, was es braucht und ob es hier gut läuft.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Sizes are estimates from the catalogue; ready GGUF files and other drafts are found on the Hub.</source>
            <translation>Größen sind Schätzungen aus dem Katalog; fertige GGUF-Dateien und andere Entwurfsmodelle finden sich im Hub.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Target: the model whose answers you read. Draft: a small model made for it that guesses ahead; the target checks its guesses</source>
            <translation>Zielmodell: das Modell, dessen Antworten du liest. Entwurfsmodell: ein kleines Modell, das dafür gemacht ist und vorausrät; das Zielmodell prüft, was es rät</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Number format: how exactly the model keeps its numbers. Smaller formats take less room and answer slightly worse; below four bits it shows</source>
            <translation>Zahlenformat: wie genau das Modell seine Zahlen behält. Kleinere Formate brauchen weniger Platz und antworten etwas schlechter; unter vier Bit merkt man es</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Back to the list</source>
            <translation>Zurück zur Liste</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Show it on the Hub in the browser</source>
            <translation>Es im Browser im Hub zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Check on the Hub</source>
            <translation>Im Hub nachsehen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Ask the Hub for exact sizes, ready GGUF files and other drafts</source>
            <translation>Den Hub nach genauen Größen, fertigen GGUF-Dateien und anderen Entwurfsmodellen fragen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>How to get them</source>
            <translation>Wie du sie bekommst</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>Form and number format of the {seat}</source>
            <translation>Form und Zahlenformat: {seat}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>What was chosen</source>
            <translation>Was gewählt wurde</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_detail.py" />
            <source>See {instead} instead, which fits</source>
            <translation>Sieh dir stattdessen {instead} an, das passt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/offer_list.py" />
            <source>Pairs and models</source>
            <translation>Paare und Modelle</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Pause: what is fetched stays, a conversion begins anew</source>
            <translation>Pause: was heruntergeladen ist, bleibt, eine Umwandlung beginnt von vorn</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Give up: whole files stay, what is half-fetched is deleted</source>
            <translation>Aufgeben: ganze Dateien bleiben, halb Geladenes wird gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Earlier: {title}</source>
            <translation>Früher: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Later: {title}</source>
            <translation>Später: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Pause: {title}</source>
            <translation>Pause: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Give up: {title}</source>
            <translation>Aufgeben: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Have its turn come earlier</source>
            <translation>Früher an die Reihe kommen lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/order_row.py" />
            <source>Have its turn come later</source>
            <translation>Später an die Reihe kommen lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/override_row.py" />
            <source>Usual {label}</source>
            <translation>Übliches: {label}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/override_row.py" />
            <source>Back to what the settings say</source>
            <translation>Zurück zu dem, was die Einstellungen sagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/page_frame.py" />
            <source>Close: {title}</source>
            <translation>Schließen: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/palette.py" />
            <source>What was found</source>
            <translation>Was gefunden wurde</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/palette.py" />
            <source>Find and do anything: actions, chats, models, settings</source>
            <translation>Alles finden und tun: Aktionen, Chats, Modelle, Einstellungen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/partner_list.py" />
            <source>The target alone: it writes one token at a time</source>
            <translation>Das Zielmodell allein: es schreibt ein Token nach dem anderen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/pick_list.py" />
            <source>Does not fit: {problem}</source>
            <translation>Passt nicht: {problem}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/reply_text.py" />
            <source>Reply</source>
            <translation>Antwort</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/reply_text.py" />
            <source>Formulas: {words}</source>
            <translation>Formeln: {words}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_row.py" />
            <source>Takes effect when the model is loaded again.</source>
            <translation>Wirkt, sobald das Modell neu geladen ist.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_row.py" />
            <source>needs reload</source>
            <translation>neu laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_row.py" />
            <source>Default of {setting}</source>
            <translation>Standard: {setting}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_row.py" />
            <source>nothing</source>
            <translation>nichts</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_row.py" />
            <source>Back to the default: {value}</source>
            <translation>Zurück zum Standard: {value}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_section.py" />
            <source>Show</source>
            <translation>Zeigen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_section.py" />
            <source>Reset</source>
            <translation>Zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_section.py" />
            <source>Reset: {section}</source>
            <translation>Zurücksetzen: {section}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_section.py" />
            <source>Hide</source>
            <translation>Verbergen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/setting_section.py" />
            <source>Give every setting of “{section}” its default</source>
            <translation>Alle Einstellungen von „{section}“ zurücksetzen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Delete folder and {n} chats</source>
            <extracomment>For one: Delete folder and {n} chat</extracomment>
            <translation>
                <numerusform>Ordner und {n} Chat löschen</numerusform>
                <numerusform>Ordner und {n} Chats löschen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>More about chats</source>
            <translation>Mehr zu den Chats</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Search titles and messages ({keys})</source>
            <translation>Titel und Nachrichten durchsuchen ({keys})</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>No chat holds these words.</source>
            <translation>Kein Chat enthält diese Wörter.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Rename</source>
            <translation>Umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Delete chat</source>
            <translation>Chat löschen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Move to</source>
            <translation>Verschieben nach</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>New folder…</source>
            <translation>Neuer Ordner…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Begin a new chat</source>
            <translation>Einen neuen Chat beginnen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Import, export, bring back</source>
            <translation>Importieren, exportieren, zurückholen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Unpin</source>
            <translation>Lösen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Pin</source>
            <translation>Anheften</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Export…</source>
            <translation>Exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Take the chats out</source>
            <translation>Die Chats herausnehmen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Import…</source>
            <translation>Importieren…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Recently deleted…</source>
            <translation>Kürzlich gelöscht…</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>No folder</source>
            <translation>Kein Ordner</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/sidebar.py" />
            <source>Name of the folder</source>
            <translation>Name des Ordners</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>waiting</source>
            <translation>wartet</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>at work</source>
            <translation>arbeitet</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>done</source>
            <translation>fertig</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>failed</source>
            <translation>fehlgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>stopped</source>
            <translation>abgebrochen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/step_list.py" />
            <source>Progress: {title}</source>
            <translation>Fortschritt: {title}</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/thought_view.py" />
            <source>What the model thought</source>
            <translation>Was das Modell dachte</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>Pick a target and a draft</source>
            <translation>Wähle ein Zielmodell und ein Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>The target writes the answers. The draft is a small model made for it that guesses several tokens ahead; the target checks its guesses in one pass and keeps the right ones. The reply stays the target's own, sooner.</source>
            <translation>Das Zielmodell schreibt die Antworten. Das Entwurfsmodell ist ein kleines Modell, das dafür gemacht ist und mehrere Token vorausrät; das Zielmodell prüft sie in einem Durchgang und behält die richtigen. Die Antwort bleibt die des Zielmodells, nur früher.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>Loading the models</source>
            <translation>Die Modelle werden geladen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>The bar on top shows how far it is. You can write your first message meanwhile.</source>
            <translation>Die Leiste oben zeigt, wie weit es ist. Du kannst inzwischen deine erste Nachricht schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>What would you like to know?</source>
            <translation>Was möchtest du wissen?</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>The numbers beside the chat show how many guesses of the draft came true.</source>
            <translation>Die Zahlen neben dem Chat zeigen, wie viele Vorschläge zutrafen.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>Start it again to go on; your chats are kept.</source>
            <translation>Starte sie neu, um weiterzumachen; deine Chats bleiben erhalten.</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/welcome.py" />
            <source>Load {pair} again</source>
            <translation>{pair} wieder laden</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>New entry</source>
            <translation>Neuer Eintrag</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Entries of the world info</source>
            <translation>Einträge des Wissens über die Welt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Keys</source>
            <translation>Schlüsselwörter</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>tower, lighthouse</source>
            <translation>Turm, Leuchtturm</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>And one of these, if there are any</source>
            <translation>Und eins davon, wenn es welche gibt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>What is told when a key came up</source>
            <translation>Was gesagt wird, wenn ein Schlüsselwort vorkam</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>In use</source>
            <translation>In Gebrauch</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Told always</source>
            <translation>Immer gesagt</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Add entry</source>
            <translation>Eintrag hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Remove entry</source>
            <translation>Eintrag entfernen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Up</source>
            <translation>Nach oben</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Down</source>
            <translation>Nach unten</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Have the entry told earlier</source>
            <translation>Den Eintrag früher sagen lassen</translation>
        </message>
        <message>
            <location filename="../../app/gui/widgets/world_editor.py" />
            <source>Have the entry told later</source>
            <translation>Den Eintrag später sagen lassen</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>Thought for {duration}</source>
            <translation>{duration} nachgedacht</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>Thinking …</source>
            <translation>Denkt nach …</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>What it thought</source>
            <translation>Was es dachte</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>{method}, up to {draft_max}</source>
            <translation>{method}, bis zu {draft_max}</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>Something went wrong that has no words yet ({code}).</source>
            <translation>Etwas ging schief, wofür es noch keine Worte gibt ({code}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/__init__.py" />
            <source>The details tell more; please report it.</source>
            <translation>Die Einzelheiten sagen mehr; bitte melde es.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/texts/amounts.py" />
            <source>{n} tokens</source>
            <extracomment>For one: {n} token</extracomment>
            <translation>
                <numerusform>{n} Token</numerusform>
                <numerusform>{n} Token</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/texts/amounts.py" />
            <source>{number} parameters</source>
            <translation>{number} Parameter</translation>
        </message>
        <message>
            <location filename="../../app/texts/amounts.py" />
            <source>{hours} h {minutes} min</source>
            <translation>{hours} h {minutes} min</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/texts/amounts.py" />
            <source>{n} bytes</source>
            <extracomment>For one: {n} byte</extracomment>
            <translation>
                <numerusform>{n} Byte</numerusform>
                <numerusform>{n} Byte</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/texts/amounts.py" />
            <source>about {n} tokens</source>
            <extracomment>For one: about {n} token</extracomment>
            <translation>
                <numerusform>etwa {n} Token</numerusform>
                <numerusform>etwa {n} Token</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/texts/amounts.py" />
            <source>{seconds} s</source>
            <translation>{seconds} s</translation>
        </message>
        <message>
            <location filename="../../app/texts/amounts.py" />
            <source>{minutes} min {seconds} s</source>
            <translation>{minutes} min {seconds} s</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>speed-up</source>
            <translation>Gewinn</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>accepted</source>
            <translation>angenommen</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>per pass</source>
            <translation>je Durchgang</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>first token</source>
            <translation>erstes Token</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>With this {what} replies come as fast as without ({times}): it makes no difference here.</source>
            <translation>Mit diesem {what} kommen Antworten so schnell wie ohne ({times}): hier macht es keinen Unterschied.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>; {most} gains most ({most_times}), {least} least ({least_times})</source>
            <translation>; am meisten gewinnt {most} ({most_times}), am wenigsten {least} ({least_times})</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Takes about {duration}</source>
            <translation>Dauert etwa {duration}</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>no draft</source>
            <translation>kein Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>automatic</source>
            <translation>automatisch</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>always {length}</source>
            <translation>immer {length}</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>draft</source>
            <translation>Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>look-up</source>
            <translation>Nachschlagen</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Too little was measured to tell whether this {what} is worth it.</source>
            <translation>Es wurde zu wenig gemessen, um zu sagen, ob sich dieses {what} lohnt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Something else kept the machine busy, so the numbers tell nothing: measure again when it is idle.</source>
            <translation>Etwas anderes hat den Rechner beschäftigt, daher sagen die Zahlen nichts: miss noch einmal, wenn er frei ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>With this {what} replies come {speedup} times as fast{spread}.</source>
            <translation>Mit diesem {what} kommen Antworten {speedup}-mal so schnell{spread}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>This {what} makes it slower here ({times}): chat without it.</source>
            <translation>Dieses {what} macht es hier langsamer ({times}): chatte ohne.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Drafting all the time makes it slower here ({best} at best), so it pauses and brings nothing ({times}): chat without this {what}.</source>
            <translation>Immer vorzuschlagen macht es hier langsamer (bestenfalls {best}), daher pausiert es und bringt nichts ({times}): chatte ohne dieses {what}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>How long it takes is not known yet</source>
            <translation>Wie lange es dauert, ist noch nicht bekannt</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Takes a few seconds</source>
            <translation>Dauert ein paar Sekunden</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>{path} did not come up with these models: {detail}.</source>
            <translation>{path} kam mit diesen Modellen nicht in Gang: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Name the program llama-server of the same version of llama.cpp; the log tells more.</source>
            <translation>Nenne das Programm llama-server derselben Version von llama.cpp; das Protokoll sagt mehr.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>The llama-server did not come up with these models.</source>
            <translation>Der llama-server kam mit diesen Modellen nicht in Gang.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>The llama-server did not answer as it should: {detail}.</source>
            <translation>Der llama-server hat nicht so geantwortet, wie er sollte: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Measure again; if it stays, measure without it.</source>
            <translation>Miss noch einmal; wenn es bleibt, miss ohne ihn.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>The llama-server did not answer as it should.</source>
            <translation>Der llama-server hat nicht so geantwortet, wie er sollte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Measuring llama-server</source>
            <translation>llama-server wird gemessen</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>code</source>
            <translation>Code</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>prose</source>
            <translation>Prosa</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>chat</source>
            <translation>Gespräch</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>translation</source>
            <translation>Übersetzung</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>summary</source>
            <translation>Zusammenfassung</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>long context</source>
            <translation>langer Kontext</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Quick</source>
            <translation>Kurz</translation>
        </message>
        <message>
            <location filename="../../app/texts/bench.py" />
            <source>Thorough</source>
            <translation>Gründlich</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>This chat is not there any more.</source>
            <translation>Diesen Chat gibt es nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>It may have been deleted in another window.</source>
            <translation>Er wurde vielleicht in einem anderen Fenster gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The file with your chats is damaged: {path}.</source>
            <translation>Die Datei mit deinen Chats ist beschädigt: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Restart Slipstream: it puts the file aside and begins a new one.</source>
            <translation>Starte Slipstream neu: es legt die Datei beiseite und beginnt eine neue.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Another program holds the file with your chats: {path}.</source>
            <translation>Ein anderes Programm hält die Datei mit deinen Chats: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Close other windows of Slipstream, then try again.</source>
            <translation>Schließe andere Fenster von Slipstream, dann versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>A newer version of Slipstream wrote the file with your chats: {path}.</source>
            <translation>Eine neuere Version von Slipstream hat die Datei mit deinen Chats geschrieben: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Use that version, or move the file away to begin a new one.</source>
            <translation>Benutze jene Version, oder verschiebe die Datei, um eine neue zu beginnen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>This file holds no presets that Slipstream can read ({detail}).</source>
            <translation>Diese Datei enthält keine Voreinstellungen, die Slipstream lesen kann ({detail}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Choose a file that was saved from the list of presets.</source>
            <translation>Wähle eine Datei, die aus der Liste der Voreinstellungen gespeichert wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>This file holds no presets that Slipstream can read.</source>
            <translation>Diese Datei enthält keine Voreinstellungen, die Slipstream lesen kann.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Nothing in {path} is a chat, a character or settings that Slipstream knows.</source>
            <translation>Nichts in {path} ist ein Chat, ein Charakter oder eine Einstellung, die Slipstream kennt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>It reads its own exports, character cards, chats of SillyTavern and KoboldAI Lite, lists of messages as OpenAI and ShareGPT have them, and .kcpps files.</source>
            <translation>Es liest seine eigenen Exporte, Charakterkarten, Chats von SillyTavern und KoboldAI Lite, Listen von Nachrichten, wie OpenAI und ShareGPT sie haben, und .kcpps-Dateien.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} cannot be taken over: {detail}.</source>
            <translation>{path} kann nicht übernommen werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Save or export it again in the program that it comes from.</source>
            <translation>Speichere oder exportiere es noch einmal in dem Programm, aus dem es kommt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} cannot be taken over.</source>
            <translation>{path} kann nicht übernommen werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} holds no message, character or setting.</source>
            <translation>{path} enthält keine Nachricht, keinen Charakter und keine Einstellung.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Look whether it is the file that you meant.</source>
            <translation>Sieh nach, ob es die Datei ist, die du meintest.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} holds no text: {detail}.</source>
            <translation>{path} enthält keinen Text: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Text files, code and PDFs can be attached; of anything else, save its text first.</source>
            <translation>Textdateien, Code und PDFs können angehängt werden; von allem anderen speichere zuerst den Text.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} holds no text.</source>
            <translation>{path} enthält keinen Text.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} is too large to attach: {size_bytes} of at most {limit_bytes}.</source>
            <translation>{path} ist zu groß zum Anhängen: {size_bytes} von höchstens {limit_bytes}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Attach the part of it that matters.</source>
            <translation>Hänge den Teil an, auf den es ankommt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} has nothing in it.</source>
            <translation>{path} ist leer.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Choose another file.</source>
            <translation>Wähle eine andere Datei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} opens only with a password.</source>
            <translation>{path} öffnet sich nur mit einem Passwort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Save a copy without the password in the program that shows it.</source>
            <translation>Speichere in dem Programm, das sie zeigt, eine Kopie ohne Passwort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>{path} holds pictures of pages, and no text.</source>
            <translation>{path} enthält Bilder von Seiten und keinen Text.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Have a program for text recognition read it first.</source>
            <translation>Lass zuerst ein Programm zur Texterkennung sie lesen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The PDF {path} cannot be read: {detail}.</source>
            <translation>Die PDF {path} kann nicht gelesen werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Open it in another program and save or print it as a new PDF.</source>
            <translation>Öffne sie in einem anderen Programm und speichere oder drucke sie als neue PDF.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The PDF {path} cannot be read.</source>
            <translation>Die PDF {path} kann nicht gelesen werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The file with your chats was damaged. What could be read back is here again, chats: {chats_n}, messages: {messages_n}.</source>
            <translation>Die Datei mit deinen Chats war beschädigt. Was sich lesen ließ, ist wieder da, Chats: {chats_n}, Nachrichten: {messages_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The damaged file is kept as {path}.</source>
            <translation>Die beschädigte Datei ist als {path} aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The file with your chats was damaged and nothing could be read back; a new one was begun.</source>
            <translation>Die Datei mit deinen Chats war beschädigt, und nichts ließ sich lesen; eine neue wurde begonnen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The chat is saved as {path}.</source>
            <translation>Der Chat ist als {path} gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>All chats are saved as {path}: {chats_n}.</source>
            <translation>Alle Chats sind als {path} gespeichert: {chats_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Chats that came in with {name}: {chats_n}.</source>
            <translation>Chats, die mit {name} hereinkamen: {chats_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>They stand at the top of the list.</source>
            <translation>Sie stehen oben in der Liste.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>All of these chats were here already: {chats_n}.</source>
            <translation>Alle diese Chats waren schon da: {chats_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Nothing was changed.</source>
            <translation>Nichts wurde geändert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>World info for this chat came in with {name}, entries: {entries_n}.</source>
            <translation>Wissen über die Welt für diesen Chat kam mit {name} herein, Einträge: {entries_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>“Character, note, world…” in the settings of the chat shows it.</source>
            <translation>„Charakter, Anmerkung, Welt…“ in den Einstellungen des Chats zeigt es.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>There is a preset “{preset}” now.</source>
            <translation>Es gibt jetzt eine Voreinstellung „{preset}“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Choose it below the message box.</source>
            <translation>Wähle sie unter dem Nachrichtenfeld.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Your own system prompt stays; “{preset}” has another.</source>
            <translation>Dein eigener Systemprompt bleibt; „{preset}“ hat einen anderen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Using that one replaces yours.</source>
            <translation>Jener würde deinen ersetzen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The model has nothing to add: it ended this reply itself.</source>
            <translation>Das Modell hat nichts hinzuzufügen: es hat diese Antwort selbst beendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Edit the reply so that its end is open, then continue; or have it written again.</source>
            <translation>Bearbeite die Antwort, sodass ihr Ende offen ist, und setze sie dann fort; oder lass sie neu schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>This chat was last used with {pair}.</source>
            <translation>Dieser Chat wurde zuletzt mit {pair} verwendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>What is loaded now can go on with it as well.</source>
            <translation>Was jetzt geladen ist, kann ihn auch weiterführen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Reading the pages</source>
            <translation>Die Seiten werden gelesen</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Chats of Slipstream</source>
            <translation>Chats von Slipstream</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>World info</source>
            <translation>Wissen über die Welt</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>A save of KoboldAI Lite</source>
            <translation>Ein Spielstand von KoboldAI Lite</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Settings of KoboldCpp</source>
            <translation>Einstellungen von KoboldCpp</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>A chat of SillyTavern</source>
            <translation>Ein Chat von SillyTavern</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Chats in the form of ShareGPT</source>
            <translation>Chats in der Form von ShareGPT</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Chats in the form of OpenAI</source>
            <translation>Chats in der Form von OpenAI</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>A chat that is broken: {detail}</source>
            <translation>Ein Chat, der kaputt ist: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Chats beyond the first 5,000: {detail}</source>
            <translation>Chats nach den ersten 5.000: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Messages beyond what one chat holds: {detail}</source>
            <translation>Nachrichten über das hinaus, was ein Chat fasst: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>System prompts in the middle of a chat: {detail}</source>
            <translation>Systemprompts mitten in einem Chat: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Calls of tools and their results: {detail}</source>
            <translation>Aufrufe von Werkzeugen und ihre Ergebnisse: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Pictures: {detail}</source>
            <translation>Bilder: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>The pictures that were made</source>
            <translation>Die Bilder, die gemacht wurden</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Messages hidden from the model: {detail}</source>
            <translation>Nachrichten, die dem Modell verborgen sind: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>World info with search patterns as keys: {detail}</source>
            <translation>Wissen über die Welt mit Suchmustern als Schlüsselwörtern: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>World info whose further keys exclude: {detail}</source>
            <translation>Wissen über die Welt, dessen weitere Schlüsselwörter ausschließen: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Instructions to the program in world info: {detail}</source>
            <translation>Anweisungen an das Programm im Wissen über die Welt: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Greetings for groups</source>
            <translation>Begrüßungen für Gruppen</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Extensions: {detail}</source>
            <translation>Erweiterungen: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Samplers or values that there are none of here: {detail}</source>
            <translation>Werte für die Auswahl der Token, die es hier nicht gibt: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>A model that is not named by a path on this computer: {detail}</source>
            <translation>Ein Modell, das kein Pfad auf diesem Rechner nennt: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/chat.py" />
            <source>Settings: {detail}</source>
            <translation>Einstellungen: {detail}</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>It may be damaged or only partly downloaded: get it again.</source>
            <translation>Es ist vielleicht beschädigt oder nur zum Teil heruntergeladen: hole es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The model may be newer than this version of Slipstream; please report it.</source>
            <translation>Das Modell ist vielleicht neuer als diese Version von Slipstream; bitte melde es.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} is a GGUF file already.</source>
            <translation>{path} ist schon eine GGUF-Datei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Use it as it is.</source>
            <translation>Nimm sie, wie sie ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} brings no layers to draft with.</source>
            <translation>{path} bringt keine Schichten zum Vorschlagen mit.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Not every release of a model has them: look for another one, or for a draft of its own.</source>
            <translation>Nicht jede Veröffentlichung eines Modells hat sie: suche eine andere oder ein eigenes Entwurfsmodell dafür.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft in {path} needs the target that it was made for.</source>
            <translation>Das Entwurfsmodell in {path} braucht das Zielmodell, für das es gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Name its target too (checkpoint folder or GGUF): the draft takes its tokenizer from there.</source>
            <translation>Nenne auch sein Zielmodell (Checkpoint-Ordner oder GGUF): das Entwurfsmodell nimmt seinen Tokenizer von dort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} cannot be the target of a draft.</source>
            <translation>{path} kann nicht das Zielmodell eines Entwurfsmodells sein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Choose the model that the draft was made for, as a checkpoint folder or a GGUF.</source>
            <translation>Wähle das Modell, für das das Entwurfsmodell gemacht ist, als Checkpoint-Ordner oder als GGUF.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The checkpoint {path} has a part that the engine has no place for in models of its kind: {name}.</source>
            <translation>Der Checkpoint {path} hat einen Teil, für den die Engine bei Modellen seiner Art keinen Platz hat: {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Without that part it would be another model, so nothing is converted. Look for another release of it.</source>
            <translation>Ohne diesen Teil wäre es ein anderes Modell, daher wird nichts umgewandelt. Suche eine andere Veröffentlichung davon.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The checkpoint {path} has the same part twice, as {name} and as {other}.</source>
            <translation>Der Checkpoint {path} hat denselben Teil zweimal, als {name} und als {other}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The checkpoint {path} does not agree with its own config: {name} is {found} where {expected} is due.</source>
            <translation>Der Checkpoint {path} widerspricht seiner eigenen Konfiguration: {name} ist {found}, wo {expected} stehen muss.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The checkpoint {path} does not agree with its own config at {name}.</source>
            <translation>Der Checkpoint {path} widerspricht seiner eigenen Konfiguration bei {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The checkpoint {path} stores {name} as {dtype}, which cannot be converted.</source>
            <translation>Der Checkpoint {path} speichert {name} als {dtype}, was sich nicht umwandeln lässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Look for the original release in BF16 or F16.</source>
            <translation>Suche die ursprüngliche Veröffentlichung in BF16 oder F16.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} has no tokenizer.</source>
            <translation>{path} hat keinen Tokenizer.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Put tokenizer.json and tokenizer_config.json from where the model is published into this folder.</source>
            <translation>Lege tokenizer.json und tokenizer_config.json von dort, wo das Modell veröffentlicht ist, in diesen Ordner.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The tokenizer in {path} cannot be used: {detail}.</source>
            <translation>Der Tokenizer in {path} ist nicht zu gebrauchen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The tokenizer in {path} cannot be used.</source>
            <translation>Der Tokenizer in {path} ist nicht zu gebrauchen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The tokenizer in {path} is of a kind that cannot be converted: {kind}.</source>
            <translation>Der Tokenizer in {path} ist von einer Art, die sich nicht umwandeln lässt: {kind}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Look for a release with a tokenizer.json, or for a GGUF of this model: the engine runs those.</source>
            <translation>Suche eine Veröffentlichung mit einer tokenizer.json oder eine GGUF dieses Modells: die führt die Engine aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The tokenizer in {path} cuts text in a way that the engine does not know: {found}.</source>
            <translation>Der Tokenizer in {path} teilt Text auf eine Art, die die Engine nicht kennt: {found}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The tokenizer in {path} cuts text in a way that the engine does not know.</source>
            <translation>Der Tokenizer in {path} teilt Text auf eine Art, die die Engine nicht kennt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft needs its target's output head as trained, and {path} holds it rounded.</source>
            <translation>Das Entwurfsmodell braucht den Ausgabekopf seines Zielmodells wie trainiert, und {path} enthält ihn gerundet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Name the target's checkpoint folder, or a GGUF of it in BF16, F16 or F32.</source>
            <translation>Nenne den Checkpoint-Ordner des Zielmodells oder eine GGUF davon in BF16, F16 oder F32.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The weights in {path} are rounded to {file_type} already: rounding them again would spoil the model.</source>
            <translation>Die Gewichte in {path} sind schon auf {file_type} gerundet: noch einmal gerundet, würde das Modell verdorben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Start from its checkpoint, or from a GGUF of it in BF16, F16, F32 or Q8_0.</source>
            <translation>Beginne mit seinem Checkpoint oder mit einer GGUF davon in BF16, F16, F32 oder Q8_0.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} is in {file_type}: {output_type} would not make it smaller.</source>
            <translation>{path} ist in {file_type}: {output_type} würde es nicht kleiner machen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Choose a smaller number format.</source>
            <translation>Wähle ein kleineres Zahlenformat.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} cannot be both read and written.</source>
            <translation>{path} kann nicht zugleich gelesen und geschrieben werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Choose another name for the new file.</source>
            <translation>Wähle einen anderen Namen für die neue Datei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} is there already, and is no GGUF file: it was left as it is.</source>
            <translation>{path} ist schon da und keine GGUF-Datei: es blieb, wie es war.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>There is no output type {output_type}.</source>
            <translation>Es gibt kein Zahlenformat {output_type}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Choose bf16, q8_0 or q4_k_m, for instance; “convert --help” names all.</source>
            <translation>Wähle zum Beispiel bf16, q8_0 oder q4_k_m; „convert --help“ nennt alle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>{path} changed while it was converted.</source>
            <translation>{path} wurde geändert, während es umgewandelt wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Wait until its download or copy is done, then convert again; nothing was left half-made.</source>
            <translation>Warte, bis es ganz heruntergeladen oder kopiert ist, dann wandle es noch einmal um; nichts blieb halb fertig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The converted file {path} did not hold what it should: {detail}.</source>
            <translation>In der umgewandelten Datei {path} stand nicht, was dort stehen sollte: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>It was removed. Check the disk, then convert again.</source>
            <translation>Sie wurde gelöscht. Prüfe die Festplatte, dann wandle noch einmal um.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The converted file {path} did not hold what it should.</source>
            <translation>In der umgewandelten Datei {path} stand nicht, was dort stehen sollte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft's token tables are the target's own, so it borrows them: {saved_bytes} saved.</source>
            <translation>Die Token-Tabellen des Entwurfsmodells sind die des Zielmodells, daher borgt es sie: {saved_bytes} gespart.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft's token tables are the target's own, so it borrows them.</source>
            <translation>Die Token-Tabellen des Entwurfsmodells sind die des Zielmodells, daher borgt es sie.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft's token tables differ from the target's, so it keeps both of its own.</source>
            <translation>Die Token-Tabellen des Entwurfsmodells unterscheiden sich von denen des Zielmodells, daher behält es seine beiden eigenen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The model was rounded to Q8_0 before, and is rounded once more: made of its checkpoint, the file would be a little closer to the original.</source>
            <translation>Das Modell war schon auf Q8_0 gerundet und wird noch einmal gerundet: aus seinem Checkpoint gemacht, wäre die Datei etwas näher am Original.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft has no Markov head; an empty one is added, which changes nothing that it proposes.</source>
            <translation>Das Entwurfsmodell hat keinen Markow-Kopf; ein leerer wird hinzugefügt, was an seinen Vorschlägen nichts ändert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft's confidence head works in a way that the engine has no code for, so it is left out.</source>
            <translation>Der Konfidenzkopf des Entwurfsmodells arbeitet auf eine Art, für die die Engine keinen Code hat, daher wird er weggelassen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft bounds its scores, and the engine does not do so for its kind: it may propose a little worse.</source>
            <translation>Das Entwurfsmodell begrenzt seine Werte, und die Engine tut das bei seiner Art nicht: seine Vorschläge sind vielleicht etwas schlechter.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The model looks back {window} tokens in some of its layers, and the engine does not limit its family so: longer chats may read otherwise than it was trained for.</source>
            <translation>Das Modell blickt in einigen seiner Schichten {window} Token zurück, und die Engine begrenzt seine Familie nicht so: längere Chats liest es vielleicht anders, als es trainiert ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The model's config tells of an output head of its own that its files do not have: its token table takes that place.</source>
            <translation>Die Konfiguration des Modells nennt einen eigenen Ausgabekopf, den seine Dateien nicht haben: seine Token-Tabelle tritt an dessen Stelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft's config says {told} for {key}, its weights {found}: the weights are taken at their word.</source>
            <translation>Die Konfiguration des Entwurfsmodells sagt {told} für {key}, seine Gewichte {found}: es gilt, was die Gewichte sagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft is called DSpark and has no Markov head: it is converted as the DFlash draft that it is.</source>
            <translation>Das Entwurfsmodell heißt DSpark und hat keinen Markow-Kopf: es wird als das DFlash-Entwurfsmodell umgewandelt, das es ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft scales positions in Llama 3's way, which is kept though other converters leave it out.</source>
            <translation>Das Entwurfsmodell skaliert Positionen wie Llama 3, was erhalten bleibt, obwohl andere Programme es beim Umwandeln weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>A table row for places to fill (mask_embedding.pt) lies beside the draft and is not used: it may propose a little worse.</source>
            <translation>Eine Tabellenzeile für auszufüllende Stellen (mask_embedding.pt) liegt neben dem Entwurfsmodell und wird nicht benutzt: seine Vorschläge sind vielleicht etwas schlechter.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>The draft counts what layers of the target give out, the engine what they take in: one is added to each.</source>
            <translation>Das Entwurfsmodell zählt, was Schichten des Zielmodells ausgeben, die Engine, was sie aufnehmen: zu jeder wird eins addiert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Reading the checkpoint</source>
            <translation>Der Checkpoint wird gelesen</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Converting</source>
            <translation>Wird umgewandelt</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Comparing the draft's tables with the target's</source>
            <translation>Die Tabellen des Entwurfsmodells werden mit denen des Zielmodells verglichen</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Writing the model</source>
            <translation>Das Modell wird geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Rounding the weights to the smaller format</source>
            <translation>Die Gewichte werden auf das kleinere Format gerundet</translation>
        </message>
        <message>
            <location filename="../../app/texts/convert.py" />
            <source>Checking the result</source>
            <translation>Das Ergebnis wird geprüft</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Something unexpected went wrong: {detail}.</source>
            <translation>Etwas Unerwartetes ging schief: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Something unexpected went wrong.</source>
            <translation>Etwas Unerwartetes ging schief.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>There is nothing at {path}.</source>
            <translation>Bei {path} ist nichts.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>It may have been moved or renamed: choose it again.</source>
            <translation>Es wurde vielleicht verschoben oder umbenannt: wähle es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>A file or folder is not there.</source>
            <translation>Eine Datei oder ein Ordner ist nicht da.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>{path} cannot be read: {detail}.</source>
            <translation>{path} kann nicht gelesen werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Check who may open it and whether its drive is connected.</source>
            <translation>Prüfe, wer es öffnen darf und ob sein Laufwerk verbunden ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>{path} cannot be read.</source>
            <translation>{path} kann nicht gelesen werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Nothing can be written to {path}: {detail}.</source>
            <translation>Nach {path} kann nichts geschrieben werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Choose another folder, or allow writing there.</source>
            <translation>Wähle einen anderen Ordner, oder erlaube dort das Schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Nothing can be written to {path}.</source>
            <translation>Nach {path} kann nichts geschrieben werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>The disk is too full for {path}: {needed_bytes} are needed, {free_bytes} are free.</source>
            <translation>Die Festplatte ist zu voll für {path}: {needed_bytes} sind nötig, {free_bytes} sind frei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Free some space or choose a folder on another disk; nothing was left half-made.</source>
            <translation>Gib Platz frei, oder wähle einen Ordner auf einer anderen Festplatte; nichts blieb halb fertig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>The disk ran full while writing {path}; {free_bytes} are free.</source>
            <translation>Die Festplatte wurde beim Schreiben von {path} voll; {free_bytes} sind frei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>{path} is just being written by another window or program.</source>
            <translation>{path} wird gerade von einem anderen Fenster oder Programm geschrieben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Wait until that is done, or choose another name.</source>
            <translation>Warte, bis das fertig ist, oder wähle einen anderen Namen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>A file names “{name}”, which lies outside its own folder, so it is not followed.</source>
            <translation>Eine Datei nennt „{name}“, das außerhalb ihres eigenen Ordners liegt; dem wird nicht gefolgt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>The model may be damaged or made to do harm: get it again from a source that you trust.</source>
            <translation>Das Modell ist vielleicht beschädigt oder soll schaden: hole es noch einmal aus einer Quelle, der du vertraust.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Two parts of Slipstream did not understand each other: {detail}.</source>
            <translation>Zwei Teile von Slipstream haben einander nicht verstanden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Restart Slipstream; if it stays, install it again.</source>
            <translation>Starte Slipstream neu; wenn es bleibt, installiere es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Two parts of Slipstream did not understand each other.</source>
            <translation>Zwei Teile von Slipstream haben einander nicht verstanden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>There is no setting called “{name}”.</source>
            <translation>Es gibt keine Einstellung namens „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Look up its name in the settings.</source>
            <translation>Sieh in den Einstellungen nach, wie sie heißt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>“{value}” does not do for “{label}”: it has to be {rule}.</source>
            <translation>„{value}“ geht nicht für „{label}“: erlaubt ist {rule}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Choose another value.</source>
            <translation>Wähle einen anderen Wert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>“{value}” does not do for the setting “{name}”.</source>
            <translation>„{value}“ geht nicht für die Einstellung „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Some of your settings could not be read and are back at their defaults.</source>
            <translation>Einige deiner Einstellungen ließen sich nicht lesen und sind zurückgesetzt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>The file as it was is kept as {path}.</source>
            <translation>Die Datei, wie sie war, ist als {path} aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Checking the file</source>
            <translation>Die Datei wird geprüft</translation>
        </message>
        <message>
            <location filename="../../app/texts/core.py" />
            <source>Looking through your folders</source>
            <translation>Deine Ordner werden durchgesehen</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Made for a target that lay at {hint} when it was trained: one of {size}.</source>
            <translation>Gemacht für ein Zielmodell, das beim Training bei {hint} lag: eins von {size}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Other drafts of the same target: {named}.</source>
            <translation>Andere Entwurfsmodelle für dasselbe Zielmodell: {named}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>target of the family {family}: {facts}</source>
            <translation>Zielmodell der Familie {family}: {facts}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>draft that cannot be used</source>
            <translation>Entwurfsmodell, das nicht zu gebrauchen ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>nothing that can be used here</source>
            <translation>nichts, was hier zu gebrauchen ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Format: {schema}</source>
            <translation>Format: {schema}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>hidden size {size}, {vocabulary} tokens</source>
            <translation>Hidden Size {size}, {vocabulary} Token</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Which target it was made for its files do not say: one of {size}.</source>
            <translation>Für welches Zielmodell es gemacht ist, sagen seine Dateien nicht: eins von {size}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Made for {hint}, by its own word: a target of {size}.</source>
            <translation>Gemacht für {hint}, wie es selbst sagt: ein Zielmodell von {size}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/texts/description.py" />
            <source>{n} layers</source>
            <extracomment>For one: {n} layer</extracomment>
            <translation>
                <numerusform>{n} Schicht</numerusform>
                <numerusform>{n} Schichten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>hidden size {size}</source>
            <translation>Hidden Size {size}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>vocabulary of {vocabulary}</source>
            <translation>Vokabular von {vocabulary}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>context {context}</source>
            <translation>Kontext {context}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/texts/description.py" />
            <source>proposes {n} tokens at once</source>
            <extracomment>For one: proposes {n} token at once</extracomment>
            <translation>
                <numerusform>schlägt {n} Token auf einmal vor</numerusform>
                <numerusform>schlägt {n} Token auf einmal vor</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>draft for {target}: {facts}</source>
            <translation>Entwurfsmodell für {target}: {facts}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>draft: {facts}</source>
            <translation>Entwurfsmodell: {facts}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>from the anchor on</source>
            <translation>ab dem Anker</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>after the anchor</source>
            <translation>nach dem Anker</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>blocks of {block_size}, predicted {begins}</source>
            <translation>Blöcke von {block_size}, vorhergesagt {begins}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>{type} Markov head of rank {rank}</source>
            <translation>Markow-Kopf ({type}) vom Rang {rank}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>Reads what goes into layers {layers} of its target.</source>
            <translation>Liest, was in die Schichten {layers} seines Zielmodells geht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>family {family}</source>
            <translation>Familie {family}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>drafts for itself: {method}</source>
            <translation>schlägt selbst vor: {method}</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>chooses from {draft} of the {vocabulary} tokens</source>
            <translation>wählt aus {draft} der {vocabulary} Token</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>tells how sure it is</source>
            <translation>sagt, wie sicher es ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>checkpoint folder</source>
            <translation>Checkpoint-Ordner</translation>
        </message>
        <message>
            <location filename="../../app/texts/description.py" />
            <source>GGUF</source>
            <translation>GGUF</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>{layers} of {layers_all} layers{draft} run on {called}, the others on the processor</source>
            <translation>{layers} von {layers_all} Schichten{draft} laufen auf {called}, die anderen auf dem Prozessor</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>All runs on the processor</source>
            <translation>Alles läuft auf dem Prozessor</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>All {layers} layers{draft} run on {called}</source>
            <translation>Alle {layers} Schichten{draft} laufen auf {called}</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>{told}; {left} of {total} stay free</source>
            <translation>{told}; {left} von {total} bleiben frei</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>{told}; {missing} too much</source>
            <translation>{told}; {missing} zu viel</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source> and the draft</source>
            <translation> und das Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>, but not the draft,</source>
            <translation>, aber nicht das Entwurfsmodell,</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>up to {kept} for chats that you come back to</source>
            <translation>bis zu {kept} für Chats, zu denen du zurückkehrst</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>{told}; {total} in all</source>
            <translation>{told}; {total} insgesamt</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>in use by others</source>
            <translation>von anderen belegt</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>target</source>
            <translation>Zielmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>contexts</source>
            <translation>Kontexte</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>processor</source>
            <translation>Prozessor</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>graphics card</source>
            <translation>Grafikkarte</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>integrated graphics</source>
            <translation>integrierte Grafik</translation>
        </message>
        <message>
            <location filename="../../app/texts/devices.py" />
            <source>accelerator</source>
            <translation>Beschleuniger</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose a shorter context, a smaller model, or another device.</source>
            <translation>Wähle einen kürzeren Kontext, ein kleineres Modell oder ein anderes Gerät.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose a shorter context, a smaller model or fewer layers on the device, or close other programs.</source>
            <translation>Wähle einen kürzeren Kontext, ein kleineres Modell oder weniger Schichten auf dem Gerät, oder schließe andere Programme.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The installed {library} {version} lacks something that the engine needs; {needed} has it.</source>
            <translation>{library} {version}, wie hier installiert, fehlt etwas, was die Engine braucht; {needed} hat es.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Install Slipstream again, or that version of the library.</source>
            <translation>Installiere Slipstream neu oder diese Version der Bibliothek.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The installed llama.cpp lacks {call}, which the engine needs.</source>
            <translation>Dem installierten llama.cpp fehlt {call}, was die Engine braucht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine could not load {path}: {detail}.</source>
            <translation>Die Engine konnte {path} nicht laden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The file may be damaged, or too new for this version.</source>
            <translation>Die Datei ist vielleicht beschädigt, oder zu neu für diese Version.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine could not load {path}.</source>
            <translation>Die Engine konnte {path} nicht laden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>There is not enough memory for a context of {context_size} tokens with {path}.</source>
            <translation>Der Speicher reicht nicht für einen Kontext von {context_size} Token mit {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>There is not enough memory for the context of {path}.</source>
            <translation>Der Speicher reicht nicht für den Kontext von {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>There is not enough memory for {path}, whatever is given up.</source>
            <translation>Der Speicher reicht nicht für {path}, was auch aufgegeben wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A context of {context_size} tokens is more than the {most} that can be asked for.</source>
            <translation>Ein Kontext von {context_size} Token ist mehr als die {most}, die möglich sind.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose a shorter context.</source>
            <translation>Wähle einen kürzeren Kontext.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The context asked for is too long.</source>
            <translation>Der verlangte Kontext ist zu lang.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine could not go on with this reply: {detail}.</source>
            <translation>Die Engine konnte diese Antwort nicht fortsetzen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Try again; if it stays, load the model again.</source>
            <translation>Versuche es noch einmal; wenn es bleibt, lade das Modell neu.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine could not go on with this reply.</source>
            <translation>Die Engine konnte diese Antwort nicht fortsetzen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The device {device} is not there.</source>
            <translation>Das Gerät {device} ist nicht da.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose another one, or leave the choice to Slipstream.</source>
            <translation>Wähle ein anderes, oder überlasse Slipstream die Wahl.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} is a draft: it proposes tokens for another model and cannot answer by itself.</source>
            <translation>{path} ist ein Entwurfsmodell: es schlägt Token für ein anderes Modell vor und kann nicht selbst antworten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose the model that it was made for as the target, and this one as its draft.</source>
            <translation>Wähle das Modell, für das es gemacht ist, als Zielmodell, und dieses als Entwurfsmodell dazu.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} is not a draft.</source>
            <translation>{path} ist kein Entwurfsmodell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose a draft that was made for the target.</source>
            <translation>Wähle ein Entwurfsmodell, das für das Zielmodell gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} is a checkpoint that was not converted yet.</source>
            <translation>{path} ist ein Checkpoint, der noch nicht umgewandelt ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Convert it to GGUF first.</source>
            <translation>Wandle ihn zuerst in GGUF um.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} could not be brought to {output_type}: {detail}.</source>
            <translation>{path} konnte nicht auf {output_type} gebracht werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose another number format; nothing was left half-made.</source>
            <translation>Wähle ein anderes Zahlenformat; nichts blieb halb fertig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} could not be brought to {output_type}.</source>
            <translation>{path} konnte nicht auf {output_type} gebracht werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The message is too long: {prompt_n} tokens for a context of {context_size}.</source>
            <translation>Die Nachricht ist zu lang: {prompt_n} Token bei einem Kontext von {context_size}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Shorten it, or load the model with a longer context.</source>
            <translation>Kürze sie, oder lade das Modell mit einem längeren Kontext.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The message is too long for the context.</source>
            <translation>Die Nachricht ist zu lang für den Kontext.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Load a target first.</source>
            <translation>Lade zuerst ein Zielmodell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{name} cannot be {value}: it goes from {lowest} to {highest}.</source>
            <translation>{name} kann nicht {value} sein: es geht von {lowest} bis {highest}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose a value in between.</source>
            <translation>Wähle einen Wert dazwischen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{name} has a value that makes no sense.</source>
            <translation>{name} hat einen Wert, der keinen Sinn ergibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The grammar cannot be followed: {detail}.</source>
            <translation>Der Grammatik lässt sich nicht folgen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Change it, or leave it out.</source>
            <translation>Ändere sie, oder lass sie weg.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The grammar cannot be followed.</source>
            <translation>Der Grammatik lässt sich nicht folgen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The reply cannot go on: the model has no token for what may come next.</source>
            <translation>Die Antwort kann nicht weitergehen: das Modell hat kein Token für das, was kommen darf.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Loosen the grammar, or ban fewer texts.</source>
            <translation>Lockere die Grammatik, oder verbiete weniger Texte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine is not running.</source>
            <translation>Die Engine läuft nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Load the model again: that starts it.</source>
            <translation>Lade das Modell neu: das startet sie.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine stopped unexpectedly ({signal}).</source>
            <translation>Die Engine wurde unerwartet beendet ({signal}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Load the model again; the details tell what was going on.</source>
            <translation>Lade das Modell neu; die Einzelheiten sagen, was vorging.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine stopped unexpectedly.</source>
            <translation>Die Engine wurde unerwartet beendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine was ended because memory ran out.</source>
            <translation>Die Engine wurde beendet, weil der Speicher ausging.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Memory ran out in the middle of it.</source>
            <translation>Mittendrin ging der Speicher aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The device {device} stopped working, and the engine with it.</source>
            <translation>Das Gerät {device} hörte auf zu arbeiten, und die Engine mit ihm.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Start the engine again. If it happens again, choose another device, or update its driver.</source>
            <translation>Starte die Engine neu. Wenn es wieder geschieht, wähle ein anderes Gerät oder aktualisiere seinen Treiber.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The device stopped working, and the engine with it.</source>
            <translation>Das Gerät hörte auf zu arbeiten, und die Engine mit ihm.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A model's file was changed, cut short or taken away while the engine was using it.</source>
            <translation>Die Datei eines Modells wurde geändert, gekürzt oder weggenommen, während die Engine sie benutzte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Put the file or its drive back, then load the model again.</source>
            <translation>Lege die Datei zurück oder verbinde ihr Laufwerk wieder, dann lade das Modell neu.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>This computer's processor lacks an instruction that the engine used.</source>
            <translation>Dem Prozessor dieses Rechners fehlt ein Befehl, den die Engine benutzte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Please report it with the details; another device may do.</source>
            <translation>Bitte melde es mit den Einzelheiten; vielleicht geht ein anderes Gerät.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{path} was changed after it was loaded.</source>
            <translation>{path} wurde geändert, nachdem es geladen wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Load the model again.</source>
            <translation>Lade das Modell neu.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine did not answer within {seconds} seconds.</source>
            <translation>Die Engine hat {seconds} Sekunden lang nicht geantwortet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The machine may be busy: try again. If it stays, “slipstream doctor” tells more.</source>
            <translation>Der Rechner ist vielleicht beschäftigt: versuche es noch einmal. Wenn es bleibt, sagt „slipstream doctor“ mehr.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine did not answer in time.</source>
            <translation>Die Engine hat nicht rechtzeitig geantwortet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>There is nothing to answer.</source>
            <translation>Da ist nichts zu beantworten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Write something first.</source>
            <translation>Schreibe zuerst etwas.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Your chats are safe. Start it again to go on with the same models.</source>
            <translation>Deine Chats sind sicher. Starte die Engine neu, um mit denselben Modellen weiterzumachen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The backend {backend} is not used: {detail}.</source>
            <translation>Das Backend {backend} wird nicht benutzt: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Without such a graphics card that is as it should be; with one, install or update its driver.</source>
            <translation>Ohne eine solche Grafikkarte ist das richtig so; mit einer installiere oder aktualisiere ihren Treiber.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The backend {backend} is not used: it does not start.</source>
            <translation>Das Backend {backend} wird nicht benutzt: es startet nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The backend {backend} is not used: the engine stopped, or hung, while it was loading it.</source>
            <translation>Das Backend {backend} wird nicht benutzt: die Engine endete oder blieb hängen, als sie es lud.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Install or update the driver of the graphics card, or put the backend there anew. The next start of Slipstream tries it again.</source>
            <translation>Installiere oder aktualisiere den Treiber der Grafikkarte, oder lege das Backend neu dorthin. Beim nächsten Start versucht Slipstream es wieder.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A backend is not used: the engine stopped, or hung, while it was loading it.</source>
            <translation>Ein Backend wird nicht benutzt: die Engine endete oder blieb hängen, als sie es lud.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The backends in {path} are not used: they were made for {made_for}, and {needed} is here.</source>
            <translation>Die Backends in {path} werden nicht benutzt: sie sind für {made_for} gemacht, und hier ist {needed}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Get the ones that belong to this version of Slipstream.</source>
            <translation>Hole die, die zu dieser Version von Slipstream gehören.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The backends in {path} are not used: no made-for.txt among them says {needed}.</source>
            <translation>Die Backends in {path} werden nicht benutzt: keine made-for.txt bei ihnen nennt {needed}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine stopped while it was loading the models.</source>
            <translation>Die Engine wurde beendet, während sie die Modelle lud.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Your chats are safe. If it stops again, one of the files may be damaged, or too new for this version.</source>
            <translation>Deine Chats sind sicher. Wenn die Engine wieder endet, ist vielleicht eine der Dateien beschädigt, oder zu neu für diese Version.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine stopped while it was writing the reply; what it wrote is kept.</source>
            <translation>Die Engine wurde beendet, während sie die Antwort schrieb; was sie schrieb, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine stopped though it had nothing to do.</source>
            <translation>Die Engine wurde beendet, obwohl sie nichts zu tun hatte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine has said nothing for {seconds} seconds.</source>
            <translation>Die Engine hat seit {seconds} Sekunden nichts gesagt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>It may be in the middle of a long step, or hang. Stopped, it keeps what it wrote so far.</source>
            <translation>Sie ist vielleicht mitten in einem langen Schritt, oder hängt. Wird sie beendet, bleibt, was sie bis jetzt schrieb.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine has not stopped yet.</source>
            <translation>Die Engine hat noch nicht aufgehört.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>It may be in the middle of a long step. If it does not stop soon, it is started again; what it wrote is kept.</source>
            <translation>Sie ist vielleicht mitten in einem langen Schritt. Wenn sie nicht bald aufhört, wird sie neu gestartet; was sie schrieb, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine did not stop when it was told to, so it was started again.</source>
            <translation>Die Engine hörte nicht auf, als sie sollte, daher wurde sie neu gestartet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>What it wrote is kept.</source>
            <translation>Was sie schrieb, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The engine is stopped; what it wrote is kept.</source>
            <translation>Die Engine ist beendet; was sie schrieb, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Start it again to go on with the same models.</source>
            <translation>Starte sie neu, um mit denselben Modellen weiterzumachen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>With a shorter --ctx-size, fewer --gpu-layers or --cache-type q8_0 it takes less memory.</source>
            <translation>Mit kürzerem --ctx-size, kleinerem --gpu-layers oder --cache-type q8_0 braucht es weniger Speicher.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Nothing that is loaded can draft by {method}.</source>
            <translation>Nichts, was geladen ist, kann durch {method} vorschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Name a draft for it, or leave the method to the files.</source>
            <translation>Nenne ein Entwurfsmodell dafür, oder überlasse den Dateien die Art.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>This model's template does not let one choose whether to think, so that choice counts for nothing.</source>
            <translation>Die Vorlage dieses Modells lässt keine Wahl, ob es nachdenkt, daher zählt diese Wahl nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>This model's template knows no effort “{effort}”, so that choice counts for nothing.</source>
            <translation>Die Vorlage dieses Modells kennt keine Gründlichkeit „{effort}“, daher zählt diese Wahl nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The context of {context_size} tokens is longer than the {context_trained} that the model was trained for.</source>
            <translation>Der Kontext von {context_size} Token ist länger als die {context_trained}, für die das Modell trainiert ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Replies may lose the thread towards its end.</source>
            <translation>Gegen sein Ende verlieren Antworten vielleicht den Faden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The context cannot be kept as {cache_type} with this model or device, so it is kept as F16.</source>
            <translation>Der Kontext kann mit diesem Modell oder Gerät nicht als {cache_type} gehalten werden, daher als F16.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>It takes more memory than you chose.</source>
            <translation>Das braucht mehr Speicher, als du gewählt hast.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The device {device} is not there, so the models run on {used}.</source>
            <translation>Das Gerät {device} ist nicht da, daher laufen die Modelle auf {used}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Choose another one in the bar on top if you like.</source>
            <translation>Wähle in der Leiste oben ein anderes, wenn du willst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>{device} could not be used, so the models run on {used}.</source>
            <translation>{device} ließ sich nicht verwenden, darum laufen die Modelle auf {used}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Its driver may be broken or too old; the log tells what it said. Until Slipstream ends it is left out, unless you choose it in the bar on top.</source>
            <translation>Vielleicht ist der Treiber beschädigt oder zu alt; was er meldete, steht im Protokoll. Bis Slipstream endet, bleibt das Gerät außen vor, es sei denn, du wählst es in der Leiste oben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The memory of {device} is too small for these models, so they run on {used}.</source>
            <translation>Der Speicher von {device} ist zu klein für diese Modelle, daher laufen sie auf {used}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A smaller model, or a shorter context, may fit.</source>
            <translation>Ein kleineres Modell oder ein kürzerer Kontext passt vielleicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The device had less room than it told of: {layers} of {layers_all} layers run on it, the others on the processor.</source>
            <translation>Das Gerät hatte weniger Platz, als es angab: {layers} von {layers_all} Schichten laufen darauf, die anderen auf dem Prozessor.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Replies take longer than with all of them there. Close other programs and load again to try for more.</source>
            <translation>Antworten dauern länger, als wenn alle dort wären. Schließe andere Programme und lade neu, um es mit mehr zu versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>There was too little memory for the usual context, so it is {context_size} tokens long.</source>
            <translation>Für den üblichen Kontext war zu wenig Speicher da, daher ist er {context_size} Token lang.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Long conversations lose their beginning sooner. A context length that you set yourself is never changed.</source>
            <translation>Lange Gespräche verlieren ihren Anfang früher. Eine Kontextlänge, die du selbst wählst, wird nie geändert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Only the target fits into memory, so the draft was not loaded: both take {needed_bytes}, and {free_bytes} are free.</source>
            <translation>Nur das Zielmodell passt in den Speicher, daher wurde das Entwurfsmodell nicht geladen: beide brauchen {needed_bytes}, und {free_bytes} sind frei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A smaller number format, a shorter context or fewer open programs make room for it.</source>
            <translation>Ein kleineres Zahlenformat, ein kürzerer Kontext oder weniger offene Programme schaffen Platz dafür.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Only the target fits into memory, so the draft was not loaded.</source>
            <translation>Nur das Zielmodell passt in den Speicher, daher wurde das Entwurfsmodell nicht geladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>On {device} there is room for the target alone. For the draft, {layers} of its layers would have to leave, which costs more than drafting gains, so the draft was not loaded.</source>
            <translation>Auf {device} ist nur Platz für das Zielmodell. Für das Entwurfsmodell müssten {layers} seiner Schichten weichen, was mehr kostet, als Vorschläge bringen; daher wurde das Entwurfsmodell nicht geladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>A smaller number format or a shorter context makes room for it.</source>
            <translation>Ein kleineres Zahlenformat oder ein kürzerer Kontext schafft Platz dafür.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Earlier messages are no longer read by the model.</source>
            <translation>Frühere Nachrichten liest das Modell nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>They do not fit its context any more. Loaded with a longer context, it reads more of them.</source>
            <translation>Sie passen nicht mehr in seinen Kontext. Mit einem längeren Kontext geladen, liest es mehr davon.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>What this target brings along to draft with could not be loaded, so it writes without.</source>
            <translation>Was dieses Zielmodell zum Vorschlagen mitbringt, ließ sich nicht laden, daher schreibt es ohne.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The file may lack a part of it, or the memory was too small for both.</source>
            <translation>Der Datei fehlt vielleicht ein Teil davon, oder der Speicher war zu klein für beides.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The model brings no chat template, so that of {family} is used.</source>
            <translation>Das Modell bringt keine Chatvorlage mit, daher wird die von {family} benutzt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>If replies look odd, look for another file of this model.</source>
            <translation>Wenn Antworten seltsam aussehen, suche eine andere Datei dieses Modells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The model's chat template does not work ({detail}), so that of {family} is used.</source>
            <translation>Die Chatvorlage des Modells geht nicht ({detail}), daher wird die von {family} benutzt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The model's chat template reaches for what no template may ({detail}), so that of {family} is used.</source>
            <translation>Die Chatvorlage des Modells greift nach etwas, das keine Vorlage darf ({detail}), daher wird die von {family} benutzt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Trust this model less: look for it from another source.</source>
            <translation>Traue diesem Modell weniger: suche es aus einer anderen Quelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Loading the target</source>
            <translation>Das Zielmodell wird geladen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Loading the draft</source>
            <translation>Das Entwurfsmodell wird geladen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Reading the prompt</source>
            <translation>Der Prompt wird gelesen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Thinking</source>
            <translation>Denkt nach</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Measuring the plain speed</source>
            <translation>Das Tempo ohne Vorschläge wird gemessen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>drafting</source>
            <translation>schlägt vor</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>paused</source>
            <translation>pausiert</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>not in use</source>
            <translation>nicht in Gebrauch</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>no draft is loaded</source>
            <translation>kein Entwurfsmodell ist geladen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>there was no room for the draft beside the target, so it was not loaded</source>
            <translation>neben dem Zielmodell war kein Platz für das Entwurfsmodell, daher wurde es nicht geladen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>drafting is turned off</source>
            <translation>das Vorschlagen ist ausgeschaltet</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>the loaded draft is of another method than the one asked for</source>
            <translation>das geladene Entwurfsmodell ist von anderer Art als die verlangte</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>plain decoding is faster here: too few guesses come true, or the target is too small to gain from them</source>
            <translation>ohne Vorschläge geht es hier schneller: zu wenige treffen zu, oder das Zielmodell ist zu klein, um etwas davon zu haben</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>so few guesses come true that writing plainly is faster. It tries again now and then</source>
            <translation>so wenige Vorschläge treffen zu, dass es ohne schneller geht. Ab und zu wird es wieder versucht</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>on this computer verifying guesses of this draft takes longer than writing plainly, however many come true. It tries again now and then</source>
            <translation>auf diesem Rechner dauert es länger, die Vorschläge dieses Entwurfsmodells zu prüfen, als ohne zu schreiben, so viele auch zutreffen. Ab und zu wird es wieder versucht</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>plain decoding is faster here: the target is too small to gain from guesses</source>
            <translation>ohne Vorschläge geht es hier schneller: das Zielmodell ist zu klein, um etwas davon zu haben</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>it has room for all of it</source>
            <translation>es hat Platz für alles</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>it has room for a part of it</source>
            <translation>es hat Platz für einen Teil</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>together the cards have room for more than one alone</source>
            <translation>zusammen haben die Karten Platz für mehr als eine allein</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>integrated graphics have room for all of it, and spare the processor the work</source>
            <translation>die integrierte Grafik hat Platz für alles und spart dem Prozessor die Arbeit</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>you chose it</source>
            <translation>du hast es gewählt</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>no graphics card was found that models can run on</source>
            <translation>keine Grafikkarte wurde gefunden, auf der Modelle laufen können</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>the other devices have too little room to gain anything</source>
            <translation>die anderen Geräte haben zu wenig Platz, um etwas zu gewinnen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>the other device had no room</source>
            <translation>das andere Gerät hatte keinen Platz</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>the other device failed</source>
            <translation>das andere Gerät ist ausgefallen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The reply is complete.</source>
            <translation>Die Antwort ist vollständig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The reply was cut at its length limit.</source>
            <translation>Die Antwort wurde an ihrer Höchstlänge abgeschnitten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>You stopped the reply.</source>
            <translation>Du hast die Antwort abgebrochen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Done.</source>
            <translation>Fertig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The reply was broken off by a failure.</source>
            <translation>Die Antwort wurde durch einen Fehler abgebrochen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>The reply was broken off because the engine stopped.</source>
            <translation>Die Antwort wurde abgebrochen, weil die Engine endete.</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>logit bias</source>
            <translation>Logit-Bias</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>penalties</source>
            <translation>Strafen</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>top-n-sigma</source>
            <translation>Top-n-Sigma</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>top-k</source>
            <translation>Top-k</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>typical-p</source>
            <translation>Typical-p</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>top-p</source>
            <translation>Top-p</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>min-p</source>
            <translation>Min-p</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>XTC</source>
            <translation>XTC</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>temperature</source>
            <translation>Temperatur</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>grammar</source>
            <translation>Grammatik</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>what is never said</source>
            <translation>was nie gesagt wird</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>DSpark</source>
            <translation>DSpark</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>DFlash</source>
            <translation>DFlash</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>DFlash2</source>
            <translation>DFlash2</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>EAGLE-3</source>
            <translation>EAGLE-3</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>MTP</source>
            <translation>MTP</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Small model</source>
            <translation>Kleines Modell</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Look-up in all chats</source>
            <translation>Nachschlagen in allen Chats</translation>
        </message>
        <message>
            <location filename="../../app/texts/engine.py" />
            <source>Look-up, else the draft</source>
            <translation>Nachschlagen, sonst das Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/entry.py" />
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <location filename="../../app/texts/entry.py" />
            <source>no</source>
            <translation>nein</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>A token is needed only for models that ask to accept their terms. It is kept in the keyring of the system.</source>
            <translation>Ein Token ist nur für Modelle nötig, deren Bedingungen man annehmen muss. Es liegt im Schlüsselbund des Systems.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Asking …</source>
            <translation>Fragt …</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Looking for a token …</source>
            <translation>Ein Token wird gesucht …</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>No token: models that are open to everybody can be searched and fetched all the same.</source>
            <translation>Kein Token: Modelle, die allen offenstehen, können trotzdem gesucht und heruntergeladen werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Signed in as {name}. The token is {source}.</source>
            <translation>Angemeldet als {name}. Das Token ist {source}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The token: {source}.</source>
            <translation>Das Token: {source}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>HF_TOKEN goes before everything else. To sign in here, start Slipstream without it.</source>
            <translation>HF_TOKEN geht vor allem anderen. Um dich hier anzumelden, starte Slipstream ohne sie.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>No keyring takes it on this system: a token entered here counts until Slipstream is closed.</source>
            <translation>Auf diesem System nimmt es kein Schlüsselbund: ein hier eingegebenes Token gilt, bis Slipstream geschlossen wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Check the connection, then try again: what is fetched already is kept.</source>
            <translation>Prüfe die Verbindung, dann versuche es noch einmal: was schon heruntergeladen ist, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Try again later: what is fetched already is kept.</source>
            <translation>Versuche es später noch einmal: was schon heruntergeladen ist, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Slipstream is set to stay offline.</source>
            <translation>Slipstream soll offline bleiben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Switch “Stay offline” off, leave --offline out or unset HF_HUB_OFFLINE, then try again.</source>
            <translation>Schalte „Offline bleiben“ aus, lass --offline weg oder entferne HF_HUB_OFFLINE, dann versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} cannot be reached: {detail}.</source>
            <translation>{host} ist nicht zu erreichen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} cannot be reached.</source>
            <translation>{host} ist nicht zu erreichen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} does not answer any more.</source>
            <translation>{host} antwortet nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The connection to {host} drops again and again: {detail}.</source>
            <translation>Die Verbindung zu {host} bricht immer wieder ab: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The connection to {host} drops again and again.</source>
            <translation>Die Verbindung zu {host} bricht immer wieder ab.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The certificate of {host} is signed by nobody whom this computer trusts: {detail}.</source>
            <translation>Das Zertifikat von {host} hat niemand unterschrieben, dem dieser Rechner traut: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>If your network has a certificate authority of its own, add it to the system or name it in SSL_CERT_FILE.</source>
            <translation>Wenn dein Netz eine eigene Zertifizierungsstelle hat, füge sie dem System hinzu oder nenne sie in SSL_CERT_FILE.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The certificate of {host} is signed by nobody whom this computer trusts.</source>
            <translation>Das Zertifikat von {host} hat niemand unterschrieben, dem dieser Rechner traut.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The certificates to trust cannot be read from {path}: {detail}.</source>
            <translation>Die vertrauten Zertifikate lassen sich nicht aus {path} lesen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Correct SSL_CERT_FILE (or REQUESTS_CA_BUNDLE), or unset it to trust what the system trusts.</source>
            <translation>Berichtige SSL_CERT_FILE (oder REQUESTS_CA_BUNDLE), oder entferne es, um dem zu vertrauen, dem das System vertraut.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The certificates to trust cannot be read.</source>
            <translation>Die vertrauten Zertifikate lassen sich nicht lesen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The proxy did not let the request through: {detail}.</source>
            <translation>Der Proxy ließ die Anfrage nicht durch: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Check the proxy in the system's settings, or HTTPS_PROXY with its user name and password.</source>
            <translation>Prüfe den Proxy in den Einstellungen des Systems, oder HTTPS_PROXY mit Benutzername und Passwort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The proxy did not let the request through.</source>
            <translation>Der Proxy ließ die Anfrage nicht durch.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} asks to wait {wait_s} seconds before the next request.</source>
            <translation>{host} bittet, {wait_s} Sekunden bis zur nächsten Anfrage zu warten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Try again then: what is fetched already is kept. With a token more requests are allowed.</source>
            <translation>Versuche es dann wieder: was schon heruntergeladen ist, bleibt. Mit einem Token sind mehr Anfragen erlaubt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} asks to wait before the next request.</source>
            <translation>{host} bittet, bis zur nächsten Anfrage zu warten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} has trouble of its own (error {status}).</source>
            <translation>{host} hat selbst Schwierigkeiten (Fehler {status}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} refused the request (error {status}): {detail}.</source>
            <translation>{host} hat die Anfrage abgelehnt (Fehler {status}): {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} refused the request (error {status}).</source>
            <translation>{host} hat die Anfrage abgelehnt (Fehler {status}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} did not answer as the Hub does: {detail}.</source>
            <translation>{host} antwortete nicht wie der Hub: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>If HF_ENDPOINT names a mirror, check its address; otherwise try again later.</source>
            <translation>Wenn HF_ENDPOINT einen Spiegel nennt, prüfe dessen Adresse; sonst versuche es später noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} did not answer as the Hub does.</source>
            <translation>{host} antwortete nicht wie der Hub.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{host} sent a web page instead of {name}.</source>
            <translation>{host} sandte eine Webseite statt {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The network may ask to sign in first: open any page in a browser, then try again. Nothing of it was kept.</source>
            <translation>Das Netz verlangt vielleicht erst eine Anmeldung: öffne eine beliebige Seite im Browser, dann versuche es noch einmal. Nichts davon wurde behalten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} is open only to people who sign in to the Hub.</source>
            <translation>{repo} steht nur denen offen, die sich im Hub anmelden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Make a token at {link}, enter it in the settings or with “slipstream login”, then try again.</source>
            <translation>Erstelle bei {link} ein Token, gib es in den Einstellungen oder mit „slipstream login“ ein, dann versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>There is no token to sign in to the Hub with.</source>
            <translation>Es gibt kein Token, um sich im Hub anzumelden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The Hub does not know your token: it may have expired or been deleted.</source>
            <translation>Der Hub kennt dein Token nicht: es ist vielleicht abgelaufen oder gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Make a new one at {link}, enter it in the settings or where HF_TOKEN is set, then try again.</source>
            <translation>Erstelle bei {link} ein neues, gib es in den Einstellungen ein oder dort, wo HF_TOKEN gesetzt ist, dann versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>What was entered is no token of the Hub: a token is one word of letters, digits and signs.</source>
            <translation>Was eingegeben wurde, ist kein Token des Hubs: ein Token ist ein Wort aus Buchstaben, Ziffern und Zeichen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Copy it whole from {link}; it begins with “hf_” as a rule.</source>
            <translation>Kopiere es ganz von {link}; es beginnt meist mit „hf_“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>This system has no keyring to keep the token in.</source>
            <translation>Dieses System hat keinen Schlüsselbund, in dem das Token liegen könnte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Put it into the variable HF_TOKEN or sign in with “hf auth login”. The window can hold it until it is closed.</source>
            <translation>Lege es in die Variable HF_TOKEN, oder melde dich mit „hf auth login“ an. Das Fenster kann es behalten, bis es geschlossen wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The system's keyring did not do what was asked: {detail}.</source>
            <translation>Der Schlüsselbund des Systems hat nicht getan, was er sollte: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Unlock it and try again, or put the token into the variable HF_TOKEN.</source>
            <translation>Entsperre ihn und versuche es noch einmal, oder lege das Token in die Variable HF_TOKEN.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The system's keyring did not do what was asked.</source>
            <translation>Der Schlüsselbund des Systems hat nicht getan, was er sollte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The terms of {repo} are not accepted yet with your account.</source>
            <translation>Die Bedingungen von {repo} sind mit deinem Konto noch nicht angenommen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Accept them at {link}, then try again.</source>
            <translation>Nimm sie bei {link} an, dann versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Your account may not read {repo}: {detail}.</source>
            <translation>Dein Konto darf {repo} nicht lesen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Ask for access at {link}, or use the token of another account.</source>
            <translation>Bitte bei {link} um Zugang, oder benutze das Token eines anderen Kontos.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Your account may not read {repo}.</source>
            <translation>Dein Konto darf {repo} nicht lesen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>“{name}” is no name of a repository.</source>
            <translation>„{name}“ ist kein Name eines Repositorys.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Write it as OWNER/NAME, as the Hub shows it: Qwen/Qwen3-4B.</source>
            <translation>Schreibe ihn als BESITZER/NAME, wie der Hub ihn zeigt: Qwen/Qwen3-4B.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The Hub has no repository {repo}, or it is private.</source>
            <translation>Der Hub hat kein Repository {repo}, oder es ist privat.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Check the spelling; for a private one sign in with a token that may read it.</source>
            <translation>Prüfe die Schreibweise; für ein privates melde dich mit einem Token an, das es lesen darf.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The Hub has closed the repository {repo}.</source>
            <translation>Der Hub hat das Repository {repo} geschlossen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Look for another copy of the model.</source>
            <translation>Suche eine andere Kopie des Modells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} has no revision {revision}.</source>
            <translation>{repo} hat keinen Stand {revision}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Leave the revision out for the newest, or check it on the Hub.</source>
            <translation>Lass den Stand weg, um den neuesten zu bekommen, oder sieh auf dem Hub nach.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} has no file {name}.</source>
            <translation>{repo} hat keine Datei {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Look up the name on the model's page, folders included.</source>
            <translation>Sieh den Namen auf der Seite des Modells nach, mit Ordnern.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The model in {repo} is not whole on the Hub: it lacks {name}.</source>
            <translation>Das Modell in {repo} ist im Hub nicht vollständig: {name} fehlt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its upload may still be going on: try again later, or look for another copy.</source>
            <translation>Vielleicht wird es noch hochgeladen: versuche es später noch einmal, oder suche eine andere Kopie.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} holds no model that can be used.</source>
            <translation>{repo} enthält kein Modell, das zu gebrauchen ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Look for a repository with .safetensors or .gguf files.</source>
            <translation>Suche ein Repository mit .safetensors- oder .gguf-Dateien.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} keeps its weights in PyTorch files, which can only be looked into once they are here.</source>
            <translation>{repo} hat seine Gewichte in PyTorch-Dateien, in die man erst sehen kann, wenn sie hier sind.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Fetch it to see, or look for a release with .safetensors files.</source>
            <translation>Lade es herunter, um es zu sehen, oder suche eine Veröffentlichung mit .safetensors-Dateien.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} holds several models: {names}.</source>
            <translation>{repo} enthält mehrere Modelle: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Choose one of them by its file's name.</source>
            <translation>Wähle eins davon nach dem Namen seiner Datei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} holds several models.</source>
            <translation>{repo} enthält mehrere Modelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{name} in {repo} is not what the Hub listed a moment ago: {got} where {expected} was due.</source>
            <translation>{name} in {repo} ist nicht, was der Hub eben noch nannte: {got}, wo {expected} stehen muss.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The model may be changing right now: try again in a while.</source>
            <translation>Das Modell ändert sich vielleicht gerade: versuche es in einer Weile noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{name} in {repo} is not what the Hub listed a moment ago.</source>
            <translation>{name} in {repo} ist nicht, was der Hub eben noch nannte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{name} of {repo} arrived damaged twice.</source>
            <translation>{name} von {repo} kam zweimal beschädigt an.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>A proxy or the disk may change it on its way: check both, then try again. The damaged file is not used.</source>
            <translation>Vielleicht ändert es ein Proxy unterwegs oder die Festplatte: prüfe beide, dann versuche es noch einmal. Die beschädigte Datei wird nicht benutzt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Free some space, then try again: it goes on where it stopped.</source>
            <translation>Gib Platz frei, dann versuche es noch einmal: es geht weiter, wo es aufhörte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{repo} is being fetched already, by another window or command.</source>
            <translation>{repo} wird schon heruntergeladen, von einem anderen Fenster oder Befehl.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Wait for it, or stop the other one first.</source>
            <translation>Warte darauf, oder halte zuerst das andere an.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It takes about {needed_bytes} of the {memory_bytes} of memory here.</source>
            <translation>Es braucht etwa {needed_bytes} der {memory_bytes} Speicher hier.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It takes about {needed_bytes} of memory; how much there is here, nobody tells.</source>
            <translation>Es braucht etwa {needed_bytes} Speicher; wie viel hier da ist, sagt niemand.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It takes about {needed_bytes} of the {memory_bytes} of memory here: close other programs.</source>
            <translation>Es braucht etwa {needed_bytes} der {memory_bytes} Speicher hier: schließe andere Programme.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It takes about {needed_bytes} of memory, and there are {memory_bytes} here.</source>
            <translation>Es braucht etwa {needed_bytes} Speicher, und hier sind {memory_bytes}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Converting it takes about {needed_bytes} of disk, and {free_bytes} are free: a ready GGUF takes less.</source>
            <translation>Das Umwandeln braucht etwa {needed_bytes} auf der Festplatte, und {free_bytes} sind frei: eine fertige GGUF braucht weniger.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It is so large that answers would come slowly here.</source>
            <translation>Es ist so groß, dass Antworten hier langsam kämen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>With its draft it is reported to write {accepted} tokens a pass ({source}).</source>
            <translation>Mit seinem Entwurfsmodell soll es {accepted} Token je Durchgang schreiben ({source}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>With its draft it is reported to write {accepted} tokens a pass.</source>
            <translation>Mit seinem Entwurfsmodell soll es {accepted} Token je Durchgang schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It is reported to be {speedup} times as fast with its draft ({source}).</source>
            <translation>Mit seinem Entwurfsmodell soll es {speedup}-mal so schnell sein ({source}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It is reported to be {speedup} times as fast with its draft.</source>
            <translation>Mit seinem Entwurfsmodell soll es {speedup}-mal so schnell sein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its draft gains little: most of its weights rest at any moment anyway.</source>
            <translation>Sein Entwurfsmodell bringt wenig: die meisten seiner Gewichte ruhen ohnehin.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its draft made it slower where somebody measured ({source}): Slipstream then stops drafting.</source>
            <translation>Sein Entwurfsmodell machte es langsamer, wo jemand maß ({source}): Slipstream hört dann auf vorzuschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its draft made it slower where somebody measured: Slipstream then stops drafting.</source>
            <translation>Sein Entwurfsmodell machte es langsamer, wo jemand maß: Slipstream hört dann auf vorzuschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its draft was made for answers without thinking: with thinking it gains less.</source>
            <translation>Sein Entwurfsmodell ist für Antworten ohne Nachdenken gemacht: mit Nachdenken bringt es weniger.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Its draft is quick at code; at prose it gains little.</source>
            <translation>Sein Entwurfsmodell ist bei Code schnell; bei Prosa bringt es wenig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The engine cannot draft for this family of targets.</source>
            <translation>Die Engine kann für diese Familie von Zielmodellen nicht vorschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The engine does not know this method of drafting.</source>
            <translation>Die Engine kennt diese Art des Vorschlagens nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>It is stored in a form that only another program reads.</source>
            <translation>Es ist in einer Form gespeichert, die nur ein anderes Programm liest.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>{name} arrived damaged, so it was put aside and fetched anew.</source>
            <translation>{name} kam beschädigt an, daher wurde es beiseitegelegt und neu geholt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>The Hub does not know your token, so it was asked without.</source>
            <translation>Der Hub kennt dein Token nicht, daher wurde er ohne gefragt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Make a new one at {link}.</source>
            <translation>Erstelle bei {link} ein neues.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>HF_TOKEN is set: its token goes before the one that is kept now.</source>
            <translation>HF_TOKEN ist gesetzt: sein Token geht dem vor, das jetzt behalten wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>the one in HF_TOKEN</source>
            <translation>das in HF_TOKEN</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>the one entered for this session</source>
            <translation>das für diese Sitzung eingegebene</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>the one in the system's keyring</source>
            <translation>das im Schlüsselbund des Systems</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>that of the Hub's own login (“hf auth login”)</source>
            <translation>das der Anmeldung des Hubs selbst („hf auth login“)</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Asking the Hub</source>
            <translation>Der Hub wird gefragt</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Looking at the model</source>
            <translation>Das Modell wird angesehen</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Asking whose token it is</source>
            <translation>Es wird gefragt, wessen Token es ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Fetching</source>
            <translation>Lädt herunter</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Copying what is on this computer already</source>
            <translation>Kopiert, was schon auf diesem Rechner ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Waiting to try again</source>
            <translation>Wartet, um es wieder zu versuchen</translation>
        </message>
        <message>
            <location filename="../../app/texts/hub.py" />
            <source>Nothing comes: waiting</source>
            <translation>Nichts kommt: wartet</translation>
        </message>
        <message>
            <location filename="../../app/texts/jobs.py" />
            <source>The task stopped unexpectedly ({signal}).</source>
            <translation>Die Aufgabe wurde unerwartet beendet ({signal}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/jobs.py" />
            <source>Start it again; the details tell what was going on.</source>
            <translation>Starte sie noch einmal; die Einzelheiten sagen, was vorging.</translation>
        </message>
        <message>
            <location filename="../../app/texts/jobs.py" />
            <source>The task stopped unexpectedly.</source>
            <translation>Die Aufgabe wurde unerwartet beendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/jobs.py" />
            <source>Slipstream has no task of the kind {kind}.</source>
            <translation>Slipstream hat keine Aufgabe der Art {kind}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/jobs.py" />
            <source>The pair could not be tried.</source>
            <translation>Das Paar konnte nicht ausprobiert werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Choose a draft that was made for this target, or the target that this draft was made for.</source>
            <translation>Wähle ein Entwurfsmodell, das für dieses Zielmodell gemacht ist, oder das Zielmodell, für das dieses Entwurfsmodell gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} cannot be opened as a pair: {detail}.</source>
            <translation>{path} kann nicht als Paar geöffnet werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Save it again from the window, or correct it with an editor; README tells how such a file looks.</source>
            <translation>Speichere sie noch einmal aus dem Fenster, oder berichtige sie mit einem Editor; README sagt, wie eine solche Datei aussieht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} cannot be opened as a pair.</source>
            <translation>{path} kann nicht als Paar geöffnet werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is not a usable model file: {detail}.</source>
            <translation>{path} ist keine brauchbare Modelldatei: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is not a usable model file.</source>
            <translation>{path} ist keine brauchbare Modelldatei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is empty.</source>
            <translation>{path} ist leer.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Its download may have failed: get it again.</source>
            <translation>Der Download ist vielleicht fehlgeschlagen: hole sie noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is a web page, not a model.</source>
            <translation>{path} ist eine Webseite, kein Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Where it came from may ask to sign in or to accept terms first: do that, then download it again.</source>
            <translation>Wo es herkommt, muss man sich vielleicht erst anmelden oder Bedingungen annehmen: tu das, dann lade es noch einmal herunter.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} only stands for a file of {size_bytes} that was not downloaded.</source>
            <translation>{path} steht nur für eine Datei von {size_bytes}, die nicht heruntergeladen wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Download the file itself; with git, “git lfs pull” does it.</source>
            <translation>Lade die Datei selbst herunter; mit git tut das „git lfs pull“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} only stands for a large file that was not downloaded.</source>
            <translation>{path} steht nur für eine große Datei, die nicht heruntergeladen wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is cut short: it has {size_bytes} of at least {expected_bytes}.</source>
            <translation>{path} ist abgeschnitten: {size_bytes} von mindestens {expected_bytes} sind da.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Its download did not finish: get it again.</source>
            <translation>Der Download wurde nicht fertig: hole sie noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is cut short.</source>
            <translation>{path} ist abgeschnitten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The model in {path} lacks one of its files: {name}.</source>
            <translation>Dem Modell in {path} fehlt eine seiner Dateien: {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Put the missing file beside the others, or download the model again.</source>
            <translation>Lege die fehlende Datei zu den anderen, oder lade das Modell noch einmal herunter.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} lacks {name}, which the model's index places there.</source>
            <translation>In {path} fehlt {name}, das dort nach dem Verzeichnis des Modells stehen muss.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The files may come from different downloads: get all of them again.</source>
            <translation>Die Dateien stammen vielleicht aus verschiedenen Downloads: hole alle noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The checkpoint {path} lacks a part that it needs: {name}.</source>
            <translation>Dem Checkpoint {path} fehlt ein Teil, den er braucht: {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} asks for {name} when it is opened, which is more than weights need: it was not opened.</source>
            <translation>{path} verlangt beim Öffnen {name}, was mehr ist, als Gewichte brauchen: es wurde nicht geöffnet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Do not open it with other programs either. Look for a release with .safetensors files.</source>
            <translation>Öffne es auch nicht mit anderen Programmen. Suche eine Veröffentlichung mit .safetensors-Dateien.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} holds several models: {names}.</source>
            <translation>{path} enthält mehrere Modelle: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Choose the file that you mean, or give each model a folder of its own.</source>
            <translation>Wähle die Datei, die du meinst, oder gib jedem Modell einen eigenen Ordner.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} holds several models.</source>
            <translation>{path} enthält mehrere Modelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} does not say what it should: {key} is {found}.</source>
            <translation>{path} sagt nicht, was es sollte: {key} ist {found}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The file may be damaged, or ask for something that the engine does not compute: look for another release.</source>
            <translation>Die Datei ist vielleicht beschädigt oder verlangt etwas, was die Engine nicht berechnet: suche eine andere Veröffentlichung.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} does not say what it should.</source>
            <translation>{path} sagt nicht, was es sollte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This is a draft of the kind {kind}, which Slipstream cannot convert yet.</source>
            <translation>Dies ist ein Entwurfsmodell der Art {kind}, das Slipstream noch nicht umwandeln kann.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for another draft of the same target, such as a DSpark or DFlash one.</source>
            <translation>Suche ein anderes Entwurfsmodell für dasselbe Zielmodell, etwa DSpark oder DFlash.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This is a draft of the kind {kind}, which the engine cannot run.</source>
            <translation>Dies ist ein Entwurfsmodell der Art {kind}, mit dem die Engine nicht läuft.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft in {path} does not agree with its own config: {name} is {got} where {expected} is due.</source>
            <translation>Das Entwurfsmodell in {path} widerspricht seiner eigenen Konfiguration: {name} ist {got}, wo {expected} stehen muss.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft in {path} does not agree with its own config at {name}.</source>
            <translation>Das Entwurfsmodell in {path} widerspricht seiner eigenen Konfiguration bei {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft in {path} has a part that its kind does not have: {name}.</source>
            <translation>Das Entwurfsmodell in {path} hat einen Teil, den seine Art nicht hat: {name}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>It would not work without that part, so it is not used. Look for another export of this draft.</source>
            <translation>Ohne diesen Teil würde es nicht gehen, daher wird es nicht benutzt. Suche eine andere Datei dieses Entwurfsmodells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The weights of this checkpoint are stored as {scheme}, which cannot be converted.</source>
            <translation>Die Gewichte dieses Checkpoints sind als {scheme} gespeichert, was sich nicht umwandeln lässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for the original release in BF16 or F16, or for a GGUF of this model.</source>
            <translation>Suche die ursprüngliche Veröffentlichung in BF16 oder F16, oder eine GGUF dieses Modells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This draft is a GGUF of the kind {architecture}, which was made for another program than llama.cpp.</source>
            <translation>Dieses Entwurfsmodell ist eine GGUF der Art {architecture}, die für ein anderes Programm als llama.cpp gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Convert its checkpoint here, or look for a GGUF made for llama.cpp.</source>
            <translation>Wandle seinen Checkpoint hier um, oder suche eine GGUF für llama.cpp.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This draft is stored as NVFP4, which the engine computes less exactly than the draft was trained for.</source>
            <translation>Dieses Entwurfsmodell ist als NVFP4 gespeichert, das die Engine weniger genau berechnet, als es trainiert ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for the same draft in BF16.</source>
            <translation>Suche dasselbe Entwurfsmodell in BF16.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>No model was found in {path}.</source>
            <translation>In {path} wurde kein Modell gefunden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Choose a .gguf file, or a folder with config.json and weights.</source>
            <translation>Wähle eine .gguf-Datei, oder einen Ordner mit config.json und Gewichten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} has weights and no config.json.</source>
            <translation>{path} hat Gewichte und keine config.json.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Put the model's config.json beside them.</source>
            <translation>Lege die config.json des Modells dazu.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} has no weights.</source>
            <translation>{path} hat keine Gewichte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Download its .safetensors or .bin files into the same folder.</source>
            <translation>Lade seine .safetensors- oder .bin-Dateien in denselben Ordner herunter.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is an adapter (LoRA) for {base}, not a model.</source>
            <translation>{path} ist ein Adapter (LoRA) für {base}, kein Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for the model that it was merged into.</source>
            <translation>Suche das Modell, in das er eingerechnet ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is an adapter (LoRA) for another model, not a model.</source>
            <translation>{path} ist ein Adapter (LoRA) für ein anderes Modell, kein Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This is no model to chat with ({kind}).</source>
            <translation>Das ist kein Modell zum Chatten ({kind}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Choose a language model.</source>
            <translation>Wähle ein Sprachmodell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} lets a language model see or hear; it is not the model.</source>
            <translation>{path} lässt ein Sprachmodell sehen oder hören; es ist nicht das Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Choose the model's own file, beside it.</source>
            <translation>Wähle die Datei des Modells selbst, daneben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} helps to quantize a model; it is not the model.</source>
            <translation>{path} hilft, ein Modell zu quantisieren; es ist nicht das Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} holds a vocabulary and no weights.</source>
            <translation>{path} enthält ein Vokabular und keine Gewichte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Get the model's own file.</source>
            <translation>Hole die Datei des Modells selbst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is a model in the format {format}, which cannot be converted.</source>
            <translation>{path} ist ein Modell im Format {format}, das sich nicht umwandeln lässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for a release with .safetensors files, or for a GGUF of this model.</source>
            <translation>Suche eine Veröffentlichung mit .safetensors-Dateien oder eine GGUF dieses Modells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} is what a training run goes on from, not a finished model.</source>
            <translation>{path} ist ein Stand, von dem ein Training weitergeht, kein fertiges Modell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Save the model from its training program as a folder with config.json and .safetensors files.</source>
            <translation>Speichere das Modell aus seinem Trainingsprogramm als Ordner mit config.json und .safetensors-Dateien.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} holds the weights in the layout of the laboratory that trained them, without a config.json.</source>
            <translation>{path} enthält die Gewichte in der Anordnung des Labors, das sie trainiert hat, ohne eine config.json.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for the release with config.json and model.safetensors, or for a GGUF of this model.</source>
            <translation>Suche die Veröffentlichung mit config.json und model.safetensors oder eine GGUF dieses Modells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The engine does not know models of the family {architecture}.</source>
            <translation>Die Engine kennt keine Modelle der Familie {architecture}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The model may be newer than this version of Slipstream, or made for another program.</source>
            <translation>Das Modell ist vielleicht neuer als diese Version von Slipstream, oder für ein anderes Programm gemacht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>{path} says {told} for {key}, and the weights beside it have {found}.</source>
            <translation>{path} sagt {told} für {key}, und die Gewichte daneben haben {found}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Config and weights may come from different models: get both again.</source>
            <translation>Konfiguration und Gewichte stammen vielleicht aus verschiedenen Modellen: hole beide noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Models of the kind {class_name} are not known here.</source>
            <translation>Modelle der Art {class_name} sind hier nicht bekannt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The model may be newer than this version of Slipstream; a GGUF of it may run all the same.</source>
            <translation>Das Modell ist vielleicht neuer als diese Version von Slipstream; eine GGUF davon läuft vielleicht trotzdem.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Slipstream cannot convert models of the kind {class_name} yet.</source>
            <translation>Slipstream kann Modelle der Art {class_name} noch nicht umwandeln.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for a GGUF of this model: the engine runs those.</source>
            <translation>Suche eine GGUF dieses Modells: die führt die Engine aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This draft does not fit this target.</source>
            <translation>Dieses Entwurfsmodell passt nicht zu diesem Zielmodell.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Targets of the family {architecture} cannot hand out what a {method} draft reads.</source>
            <translation>Zielmodelle der Familie {architecture} können nicht herausgeben, was ein Entwurfsmodell der Art {method} liest.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Use this target without a draft, or another pair.</source>
            <translation>Nimm dieses Zielmodell ohne Entwurfsmodell, oder ein anderes Paar.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This target stores its token table in a rotated form that a draft cannot share.</source>
            <translation>Dieses Zielmodell speichert seine Token-Tabelle in einer gedrehten Form, die ein Entwurfsmodell nicht mitbenutzen kann.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Use another file of the same target.</source>
            <translation>Nimm eine andere Datei desselben Zielmodells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft was made for a target of the family {expected}, this one is of the family {got}.</source>
            <translation>Das Entwurfsmodell ist für ein Zielmodell der Familie {expected} gemacht, dieses ist von der Familie {got}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft was made for a target of another size: hidden size {expected}, this one has {got}.</source>
            <translation>Das Entwurfsmodell ist für ein Zielmodell anderer Größe gemacht: Hidden Size {expected}, dieses hat {got}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft reads layer {layer}, which a target of {layers} layers cannot hand out.</source>
            <translation>Das Entwurfsmodell liest Schicht {layer}, die ein Zielmodell von {layers} Schichten nicht herausgeben kann.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft was made for a target of {expected} layers, this one has {got}.</source>
            <translation>Das Entwurfsmodell ist für ein Zielmodell von {expected} Schichten gemacht, dieses hat {got}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft was made for a vocabulary of {expected} tokens, the target has {got}.</source>
            <translation>Das Entwurfsmodell ist für ein Vokabular von {expected} Token gemacht, das Zielmodell hat {got}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft reads its target's own cache, and was made for another one ({key}: {expected} instead of {got}).</source>
            <translation>Das Entwurfsmodell liest den Cache seines Zielmodells und ist für einen anderen gemacht ({key}: {expected} statt {got}).</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft was made for other tokens than the target's, though there are as many.</source>
            <translation>Das Entwurfsmodell ist für andere Token als die des Zielmodells gemacht, auch wenn es gleich viele sind.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Convert the draft again with this target, or choose the target that it was made for.</source>
            <translation>Wandle das Entwurfsmodell mit diesem Zielmodell noch einmal um, oder wähle das Zielmodell, für das es gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft does not say which token marks a place to fill.</source>
            <translation>Das Entwurfsmodell sagt nicht, welches Token eine auszufüllende Stelle bezeichnet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Convert it again from its checkpoint, or look for another export.</source>
            <translation>Wandle es noch einmal aus seinem Checkpoint um, oder suche eine andere Datei davon.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft marks places to fill with token {token}, and the target has only {vocabulary_n} tokens.</source>
            <translation>Das Entwurfsmodell bezeichnet auszufüllende Stellen mit Token {token}, und das Zielmodell hat nur {vocabulary_n} Token.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft's Markov head is of the type {markov_type}, which the engine cannot run.</source>
            <translation>Der Markow-Kopf des Entwurfsmodells ist vom Typ {markov_type}, mit dem die Engine nicht läuft.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Look for a draft with a vanilla Markov head.</source>
            <translation>Suche ein Entwurfsmodell mit einem Markow-Kopf vom Typ „vanilla“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>This draft file lacks its own output head, and with this target it would propose nonsense.</source>
            <translation>Dieser Datei fehlt ihr eigener Ausgabekopf, und mit diesem Zielmodell würde sie Unsinn vorschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Repair it (on the command line: “convert” with --target), or convert the draft's checkpoint here.</source>
            <translation>Repariere es (auf der Kommandozeile: „convert“ mit --target), oder wandle hier den Checkpoint des Entwurfsmodells um.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The draft's token {row} stands for token {token}, and the target has only {vocabulary_n}.</source>
            <translation>Token {row} des Entwurfsmodells steht für Token {token}, und das Zielmodell hat nur {vocabulary_n}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Its export is broken: look for another one.</source>
            <translation>Diese Datei davon ist defekt: suche eine andere.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Two tokens of the draft stand for the same token {token} of the target.</source>
            <translation>Zwei Token des Entwurfsmodells stehen für dasselbe Token {token} des Zielmodells.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>A model of this size is quick as it is: rounding it would save little.</source>
            <translation>Ein Modell dieser Größe ist schnell, wie es ist: Runden würde wenig sparen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Half the room of BF16, quicker, and the answers are practically the same.</source>
            <translation>Halb so viel Platz wie BF16, schneller, und die Antworten sind praktisch dieselben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The quickest format on a processor, both with a draft and without.</source>
            <translation>Das schnellste Format auf einem Prozessor, mit Entwurfsmodell und ohne.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>A draft is small and stays as it was trained.</source>
            <translation>Ein Entwurfsmodell ist klein und bleibt, wie es trainiert wurde.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>The most exact of the usual formats that fits into {room_bytes} of memory.</source>
            <translation>Das genaueste der üblichen Formate, das in {room_bytes} Speicher passt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>Even the smallest format needs {needed_bytes}, and {room_bytes} of memory is left for it.</source>
            <translation>Selbst das kleinste Format braucht {needed_bytes}, und {room_bytes} Speicher sind dafür übrig.</translation>
        </message>
        <message>
            <location filename="../../app/texts/models.py" />
            <source>A model of up to {weights_n} would fit.</source>
            <translation>Ein Modell mit bis zu {weights_n} würde passen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>It tries again in {duration}; what is fetched already is kept.</source>
            <translation>Es versucht es in {duration} wieder; was schon heruntergeladen ist, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>{target} with {draft}</source>
            <translation>{target} mit {draft}</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>{done} of {total}</source>
            <translation>{done} von {total}</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Nothing has arrived for {duration}</source>
            <translation>Seit {duration} ist nichts gekommen</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>{per_second}/s</source>
            <translation>{per_second}/s</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>{duration} left</source>
            <translation>noch {duration}</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>It goes on by itself as soon as there is room.</source>
            <translation>Es geht von selbst weiter, sobald Platz ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>It goes on by itself once “Stay offline” is switched off.</source>
            <translation>Es geht von selbst weiter, sobald „Offline bleiben“ ausgeschaltet ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>It tries again now; what is fetched already is kept.</source>
            <translation>Es versucht es jetzt wieder; was schon heruntergeladen ist, bleibt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Tries again in {duration}</source>
            <translation>Versucht es in {duration} wieder</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Was there already.</source>
            <translation>War schon da.</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Fetch the target</source>
            <translation>Zielmodell holen</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Fetch the draft</source>
            <translation>Entwurfsmodell holen</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Convert the target</source>
            <translation>Zielmodell umwandeln</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Convert the draft</source>
            <translation>Entwurfsmodell umwandeln</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Waits for its turn</source>
            <translation>Wartet, bis es an der Reihe ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Paused</source>
            <translation>Pausiert</translation>
        </message>
        <message>
            <location filename="../../app/texts/orders.py" />
            <source>Done</source>
            <translation>Fertig</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Off: no other program is answered.</source>
            <translation>Aus: kein anderes Programm bekommt eine Antwort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>A program is being answered.</source>
            <translation>Ein Programm bekommt gerade eine Antwort.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Waiting for requests.</source>
            <translation>Wartet auf Anfragen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Waiting for a model to be loaded.</source>
            <translation>Wartet darauf, dass ein Modell geladen wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The local API cannot listen on {host}, port {port}: {detail}.</source>
            <translation>Die lokale API kann auf {host}, Port {port}, nicht hören: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Another program may use that port: choose another one.</source>
            <translation>Vielleicht benutzt ein anderes Programm diesen Port: wähle einen anderen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The local API cannot listen on port {port}.</source>
            <translation>Die lokale API kann auf Port {port} nicht hören.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>{name} names models that are not on this computer: {models}.</source>
            <translation>{name} nennt Modelle, die nicht auf diesem Rechner sind: {models}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Fetch them first: “slipstream pull --help”.</source>
            <translation>Hole sie zuerst: „slipstream pull --help“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The request is not understood: {param} {detail}.</source>
            <translation>Die Anfrage ist nicht zu verstehen: {param} {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The README lists what the local API takes.</source>
            <translation>Das README nennt, was die lokale API annimmt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The request is not understood.</source>
            <translation>Die Anfrage ist nicht zu verstehen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>“{param}” is not supported.</source>
            <translation>„{param}“ wird nicht unterstützt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Leave it out of the request.</source>
            <translation>Lass es in der Anfrage weg.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The request is longer than {limit_bytes}.</source>
            <translation>Die Anfrage ist länger als {limit_bytes}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Send less at once.</source>
            <translation>Sende weniger auf einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The request did not arrive within {seconds} seconds.</source>
            <translation>Die Anfrage ist nicht innerhalb von {seconds} Sekunden angekommen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Send it again.</source>
            <translation>Sende sie noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The API key is missing or wrong.</source>
            <translation>Der API-Schlüssel fehlt oder ist falsch.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Send the one that the server was started with as “Authorization: Bearer …”.</source>
            <translation>Sende den, mit dem der Server gestartet ist, als „Authorization: Bearer …“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Requests by way of {caller} are not answered.</source>
            <translation>Anfragen über {caller} werden nicht beantwortet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Programs on this computer reach the local API at the address that it shows; a web page has to be named in the settings, or with --cors.</source>
            <translation>Programme auf diesem Rechner erreichen die lokale API unter der Adresse, die sie anzeigt; eine Webseite muss in den Einstellungen oder mit --cors genannt sein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>No model called {model} is loaded.</source>
            <translation>Es ist kein Modell namens {model} geladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>What is loaded stands in the list at /v1/models.</source>
            <translation>Was geladen ist, steht in der Liste unter /v1/models.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>There is nothing at {path} for {method}.</source>
            <translation>Für {method} gibt es nichts unter {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>There are /v1/models, /v1/chat/completions, /v1/completions and /health.</source>
            <translation>Es gibt /v1/models, /v1/chat/completions, /v1/completions und /health.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>{waiting_n} requests wait for their turn already.</source>
            <translation>{waiting_n} Anfragen warten schon, bis sie an der Reihe sind.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Try again in a moment.</source>
            <translation>Versuche es gleich noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>No model is loaded that could answer.</source>
            <translation>Kein Modell ist geladen, das antworten könnte.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Load one in Slipstream first.</source>
            <translation>Lade zuerst eins in Slipstream.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The local API failed: {detail}.</source>
            <translation>Die lokale API ist fehlgeschlagen: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The log tells more; please report it.</source>
            <translation>Das Protokoll sagt mehr; bitte melde es.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The local API failed.</source>
            <translation>Die lokale API ist fehlgeschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>The reply was stopped in Slipstream before its end.</source>
            <translation>Die Antwort wurde in Slipstream vor ihrem Ende abgebrochen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/server.py" />
            <source>Ask again.</source>
            <translation>Frage noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Appearance</source>
            <translation>Aussehen</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Behaviour</source>
            <translation>Verhalten</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Models and memory</source>
            <translation>Modelle und Speicher</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Where models run, and how much of the device's memory they may take.</source>
            <translation>Worauf Modelle laufen, und wie viel Speicher des Geräts sie nehmen dürfen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>What guesses ahead of the target, and when.</source>
            <translation>Was dem Zielmodell vorausrät, und wann.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>For models that can think before they answer.</source>
            <translation>Für Modelle, die nachdenken können, bevor sie antworten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Sampling</source>
            <translation>Auswahl der Token</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How the target picks each token, drafted or not. The order: {samplers}. The command line has logit bias, grammars, JSON schemas and a seed as well.</source>
            <translation>Wie das Zielmodell jedes Token wählt, vorgeschlagen oder nicht. Die Reihenfolge: {samplers}. Auf der Kommandozeile gibt es auch Logit-Bias, Grammatiken, JSON-Schemas und einen Startwert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Hugging Face Hub</source>
            <translation>Hugging Face Hub</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Where models are found and downloaded.</source>
            <translation>Woher Modelle kommen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Local API</source>
            <translation>Lokale API</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Other programs on this computer can use the loaded model. Other computers cannot reach it, and web pages only if you name them.</source>
            <translation>Andere Programme auf diesem Rechner können das geladene Modell benutzen. Andere Rechner erreichen es nicht, und Webseiten nur, wenn du sie nennst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>on</source>
            <translation>an</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>off</source>
            <translation>aus</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Light, dark, or whatever the system shows.</source>
            <translation>Hell, dunkel, oder was das System zeigt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How large all text is, beside what the system asks for. Ctrl++ and Ctrl+- change it on every page.</source>
            <translation>Wie groß aller Text ist, zusätzlich zu dem, was das System verlangt. Strg++ und Strg+- ändern es auf jeder Seite.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Where this window is not in front when a download, a conversion, a measurement or a long reply ends.</source>
            <translation>Wenn dieses Fenster nicht vorn ist, während ein Download, eine Umwandlung, eine Messung oder eine lange Antwort endet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>What the window speaks. Another language shows when Slipstream is opened again.</source>
            <translation>Was das Fenster spricht. Eine andere Sprache erscheint, wenn Slipstream wieder geöffnet wird.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Draft tokens that the target accepted are tinted and underlined with dots in every reply.</source>
            <translation>Vorgeschlagene Token, die das Zielmodell annahm, sind in jeder Antwort getönt und gepunktet unterstrichen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>What the models run on. Automatic takes the fastest device that has room.</source>
            <translation>Worauf die Modelle laufen. Automatisch nimmt das schnellste Gerät, das Platz hat.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How many layers of the target run on the device; the others run on the processor, more slowly. Automatic is as many as its memory has room for, and the draft first.</source>
            <translation>Wie viele Schichten des Zielmodells auf dem Gerät laufen; die anderen laufen auf dem Prozessor, langsamer. Automatisch sind es so viele, wie in dessen Speicher Platz haben, das Entwurfsmodell zuerst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How many tokens of a conversation the model sees. More takes more memory.</source>
            <translation>Wie viele Token eines Gesprächs das Modell sieht. Mehr braucht mehr Speicher.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How exactly the target keeps what it has read. Less exact takes a half or a quarter of the memory, which leaves room for a longer context.</source>
            <translation>Wie genau das Zielmodell behält, was es gelesen hat. Weniger genau braucht die Hälfte oder ein Viertel des Speichers, was Platz für einen längeren Kontext lässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>When the draft guesses ahead. Automatic goes by what is fastest at the moment, and pauses where plain decoding is faster. Always drafts as far as it can. Off shows how fast the target is alone.</source>
            <translation>Wann vorausgeraten wird. Automatisch richtet sich nach dem, was gerade am schnellsten ist, und pausiert, wo Schreiben ohne Vorschläge schneller ist. Immer schlägt vor, so weit es geht. Aus zeigt, wie schnell das Zielmodell allein ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>What guesses ahead. A look-up needs no draft: where the chat repeats itself, in changed code, quotes or lists, it goes on as it did before.</source>
            <translation>Was vorausrät. Nachschlagen braucht kein Entwurfsmodell: wo sich der Chat wiederholt, in geändertem Code, Zitaten oder Listen, geht es weiter wie zuvor.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>The most tokens that the draft proposes at once. Automatic takes all that it was made for.</source>
            <translation>Wie viele Token höchstens auf einmal vorgeschlagen werden. Automatisch nimmt alle, für die das Entwurfsmodell gemacht ist.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Whether the model thinks before it answers, where it lets one choose. That takes time, and helps with hard questions.</source>
            <translation>Ob das Modell nachdenkt, bevor es antwortet, wo es die Wahl lässt. Das braucht Zeit und hilft bei schweren Fragen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How much it thinks, where the model lets one choose that.</source>
            <translation>Wie viel es nachdenkt, wo das Modell diese Wahl lässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How freely the target picks its words: 0 always takes the likeliest.</source>
            <translation>Wie frei das Zielmodell seine Wörter wählt: 0 nimmt immer das wahrscheinlichste.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Pick among this many of the likeliest tokens.</source>
            <translation>Unter so vielen der wahrscheinlichsten Token wählen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Pick among the likeliest tokens that together reach this share; 1 is off.</source>
            <translation>Unter den wahrscheinlichsten Token wählen, die zusammen diesen Anteil erreichen; 1 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Leave out tokens that are less likely than this share of the likeliest; 0 is off.</source>
            <translation>Token weglassen, die weniger wahrscheinlich sind als dieser Anteil des wahrscheinlichsten; 0 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Above 1, words that were just used become less likely.</source>
            <translation>Über 1 werden gerade benutzte Wörter unwahrscheinlicher.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Takes this much off a word's chance for each time that it was just used; 0 is off.</source>
            <translation>Nimmt so viel von der Chance eines Wortes für jedes Mal, das es gerade benutzt wurde; 0 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Takes this much off the chance of every word that was just used; 0 is off.</source>
            <translation>Nimmt so viel von der Chance jedes Wortes, das gerade benutzt wurde; 0 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Over how many tokens the three penalties look back.</source>
            <translation>Über wie viele Token die drei Strafen zurückblicken.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Makes it unlikely that the reply repeats whole passages; 0 is off, 0.8 is usual.</source>
            <translation>Macht es unwahrscheinlich, dass die Antwort ganze Stellen wiederholt; 0 ist aus, 0,8 ist üblich.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How fast that grows with the length of what is repeated.</source>
            <translation>Wie schnell das mit der Länge der Wiederholung wächst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Repetitions up to this many tokens are free.</source>
            <translation>Wiederholungen bis zu so vielen Token sind frei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Keep to tokens within this many standard deviations of the best; 0 is off, 1 is usual.</source>
            <translation>Bei Token bleiben, die höchstens so viele Standardabweichungen vom besten weg sind; 0 ist aus, 1 ist üblich.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Pick among tokens about as surprising as expected, which together reach this share; 1 is off.</source>
            <translation>Unter Token wählen, die etwa so überraschen wie erwartet und zusammen diesen Anteil erreichen; 1 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How often the likeliest tokens are left out, for less usual words; 0 is off, 0.5 is usual.</source>
            <translation>Wie oft die wahrscheinlichsten Token weggelassen werden, für weniger übliche Wörter; 0 ist aus, 0,5 ist üblich.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>They are left out only where several tokens are likelier than this.</source>
            <translation>Sie werden nur weggelassen, wo mehrere Token wahrscheinlicher sind als dies.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>The temperature is lower where the model is sure and higher where not, by up to this; 0 is off.</source>
            <translation>Die Temperatur ist niedriger, wo das Modell sicher ist, und höher, wo nicht, um bis zu so viel; 0 ist aus.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How the temperature follows that.</source>
            <translation>Wie die Temperatur dem folgt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Keeps the surprise even, in place of everything that leaves tokens out.</source>
            <translation>Hält die Überraschung gleichmäßig, anstelle von allem, was Token weglässt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>The surprise to keep, in bits.</source>
            <translation>Die Überraschung, die gehalten wird, in Bit.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How fast Mirostat corrects itself.</source>
            <translation>Wie schnell sich Mirostat berichtigt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Texts that no reply may hold, with semicolons between them.</source>
            <translation>Texte, die keine Antwort enthalten darf, mit Strichpunkten dazwischen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>How exactly converted targets keep their numbers, unless you choose otherwise. Automatic goes by the model's size, the memory and the device.</source>
            <translation>Wie genau umgewandelte Zielmodelle ihre Zahlen behalten, wenn du nichts anderes wählst. Automatisch richtet sich nach der Größe des Modells, dem Speicher und dem Gerät.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Otherwise Slipstream begins with a new chat.</source>
            <translation>Sonst beginnt Slipstream mit einem neuen Chat.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>A pair that came to a bad end the last time is not loaded by itself.</source>
            <translation>Ein Paar, das das letzte Mal schlecht endete, wird nicht von selbst geladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Asks the page of Slipstream's releases once at each start. Nothing is downloaded by itself.</source>
            <translation>Fragt bei jedem Start einmal die Seite der Veröffentlichungen von Slipstream. Nichts wird von selbst heruntergeladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Programs that know OpenAI's API can ask the loaded model, in turn with your own chats.</source>
            <translation>Programme, die OpenAIs API kennen, können das geladene Modell fragen, abwechselnd mit deinen eigenen Chats.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Where they ask. Change it if another program has this one.</source>
            <translation>Wo sie fragen. Ändere ihn, wenn ein anderes Programm ihn hat.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Where chat pages in a browser come from, such as https://example.org or http://localhost:3000. Pages from elsewhere are refused.</source>
            <translation>Woher Chatseiten im Browser kommen, etwa https://example.org oder http://localhost:3000. Seiten von anderswo werden abgewiesen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Nothing is asked of the Hub: no search, no downloads. What is on this machine works as always.</source>
            <translation>Der Hub wird nichts gefragt: keine Suche, keine Downloads. Was auf diesem Rechner ist, geht wie immer.</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Model default</source>
            <translation>Modellvorgabe</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Yes</source>
            <translation>Ja</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>No</source>
            <translation>Nein</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Low</source>
            <translation>Wenig</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Medium</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>High</source>
            <translation>Viel</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Off</source>
            <translation>Aus</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Version 1</source>
            <translation>Version 1</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Version 2</source>
            <translation>Version 2</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>F16: exact</source>
            <translation>F16: genau</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Q8_0: half of it</source>
            <translation>Q8_0: die Hälfte</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Q4_0: a quarter</source>
            <translation>Q4_0: ein Viertel</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Always</source>
            <translation>Immer</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Off: plain decoding</source>
            <translation>Aus: ohne Vorschläge</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>The draft</source>
            <translation>Das Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/settings.py" />
            <source>Look-up alone</source>
            <translation>Nur Nachschlagen</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>There is no display to open a window on.</source>
            <translation>Es gibt keine Anzeige, auf der sich ein Fenster öffnen ließe.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Without one, “slipstream demo” shows a draft at work and “slipstream chat” talks with your models.</source>
            <translation>Ohne Bildschirm zeigt „slipstream demo“ ein Entwurfsmodell bei der Arbeit, und „slipstream chat“ spricht mit deinen Modellen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>This is the program for the command line: it has no window.</source>
            <translation>Dies ist das Programm für die Kommandozeile: Es hat kein Fenster.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Start Slipstream itself for one; “--help” after this one's name tells what it does.</source>
            <translation>Für ein Fenster starte Slipstream selbst; was dieses hier kann, sagt „--help“ hinter seinem Namen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>The window cannot be opened: {detail}.</source>
            <translation>Das Fenster kann nicht geöffnet werden: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Install Slipstream again; the command line works without it: “slipstream --help”.</source>
            <translation>Installiere Slipstream neu; die Kommandozeile geht ohne: „slipstream --help“.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>The window cannot be opened.</source>
            <translation>Das Fenster kann nicht geöffnet werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{path} is no conversation: {detail}.</source>
            <translation>{path} ist kein Gespräch: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>It has to be a JSON list of objects with “role” and “content”.</source>
            <translation>Es muss eine JSON-Liste von Objekten mit „role“ und „content“ sein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{path} is no conversation.</source>
            <translation>{path} ist kein Gespräch.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{path} holds no grammar: {detail}.</source>
            <translation>{path} enthält keine Grammatik: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>It has to be a text file with a grammar in GBNF, or with a JSON schema.</source>
            <translation>Es muss eine Textdatei mit einer Grammatik in GBNF oder mit einem JSON-Schema sein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{path} holds no grammar.</source>
            <translation>{path} enthält keine Grammatik.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{path} is there already: it was left as it is.</source>
            <translation>{path} ist schon da: es wurde gelassen, wie es war.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Add --force to replace it, or choose another name.</source>
            <translation>Füge --force hinzu, um sie zu ersetzen, oder wähle einen anderen Namen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Slipstream is open already, but its window does not answer.</source>
            <translation>Slipstream ist schon offen, aber sein Fenster antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Give it a moment and try again; if it stays so, end it with the system's list of running programs.</source>
            <translation>Lass ihm einen Augenblick und versuche es noch einmal; wenn es so bleibt, beende es in der Liste der laufenden Programme.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>This copy of Slipstream does not know where new versions are published.</source>
            <translation>Diese Kopie von Slipstream weiß nicht, wo neue Versionen erscheinen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Look where you got it from.</source>
            <translation>Sieh dort nach, woher du sie hast.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{host} did not tell the newest version: {detail}.</source>
            <translation>{host} nannte die neueste Version nicht: {detail}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Try again later.</source>
            <translation>Versuche es später noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{host} did not tell the newest version.</source>
            <translation>{host} nannte die neueste Version nicht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>The demo's models are not there: {path}.</source>
            <translation>Die Modelle der Demo sind nicht da: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Install Slipstream again.</source>
            <translation>Installiere Slipstream noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Chat with local language models at the speed of speculative decoding. Apache License 2.0.</source>
            <translation>Mit lokalen Sprachmodellen chatten, im Tempo des spekulativen Dekodierens. Apache-Lizenz 2.0.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Asking for the newest version</source>
            <translation>Nach der neuesten Version wird gefragt</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Asking for the newest version.</source>
            <translation>Nach der neuesten Version wird gefragt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>This is the newest version of Slipstream: {own}.</source>
            <translation>Dies ist die neueste Version von Slipstream: {own}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Slipstream {version} is out; this is {own}.</source>
            <translation>Slipstream {version} ist da; dies ist {own}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Its page tells what is new and has the files to install.</source>
            <translation>Die Seite sagt, was neu ist, und hat die Dateien zum Installieren.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{target} came to a bad end the last time, so it is not loaded by itself.</source>
            <translation>{target} nahm das letzte Mal ein schlechtes Ende und wird deshalb nicht von selbst geladen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>It may need more memory than there is, or one of its files may be damaged.</source>
            <translation>Es braucht vielleicht mehr Speicher, als da ist, oder eine seiner Dateien ist beschädigt.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>The pair is saved as {path}.</source>
            <translation>Das Paar ist als {path} gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Opening the file loads this pair, as long as its models stay in their places.</source>
            <translation>Die Datei zu öffnen lädt dieses Paar, solange die Modelle an ihrem Platz bleiben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>They can be fetched from the Hub.</source>
            <translation>Sie können vom Hub geholt werden.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{name} set how models are loaded: {settings}.</source>
            <translation>{name} hat eingestellt, wie Modelle geladen werden: {settings}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>{name} comes with settings of its own: {settings}.</source>
            <translation>{name} bringt eigene Einstellungen mit: {settings}.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>They would count from now on, until you change them.</source>
            <translation>Sie würden von jetzt an gelten, bis du sie änderst.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>This is all that the report holds: no chats, no file names, no token. Nobody gets it unless you send it.</source>
            <translation>Das ist alles, was der Bericht enthält: keine Chats, keine Dateinamen, kein Token. Niemand bekommt ihn, wenn du ihn nicht sendest.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>The window of Slipstream cannot be opened.</source>
            <translation>Das Fenster von Slipstream lässt sich nicht öffnen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>A report of what went wrong lies in {path}. Install it again.</source>
            <translation>Ein Bericht darüber, was schiefging, liegt in {path}. Installiere es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>A task stopped unexpectedly.</source>
            <translation>Eine Aufgabe wurde unerwartet beendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>A report of it lies on this computer; nothing is sent by itself.</source>
            <translation>Ein Bericht darüber liegt auf diesem Rechner; nichts wird von selbst gesendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/shell.py" />
            <source>Slipstream stopped unexpectedly the last time.</source>
            <translation>Slipstream wurde das letzte Mal unerwartet beendet.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Tried with {target}: {outcome}</source>
            <translation>Ausprobiert mit {target}: {outcome}</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>{speed} tokens/s, {plain} without a draft</source>
            <translation>{speed} Token/s, {plain} ohne Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>{share} of the first guesses accepted, {length} tokens per pass</source>
            <translation>{share} der ersten Vorschläge angenommen, {length} Token je Durchgang</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Does not work with {target} as it is; {draft} is this draft repaired</source>
            <translation>Geht nicht mit {target}, wie es ist; {draft} ist dieses Entwurfsmodell, repariert</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Does not work with {target}: {outcome}</source>
            <translation>Geht nicht mit {target}: {outcome}</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Tried with {target}, which said too little to tell</source>
            <translation>Ausprobiert mit {target}, das zu wenig sagte, um es zu beurteilen</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Tried with {target} after a repair: {outcome}</source>
            <translation>Ausprobiert mit {target} nach einer Reparatur: {outcome}</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>nothing was drafted</source>
            <translation>nichts wurde vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>{share} of the first guesses accepted</source>
            <translation>{share} der ersten Vorschläge angenommen</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>the text is not that without a draft</source>
            <translation>der Text ist nicht der ohne Entwurfsmodell</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The pair works: {percent} % of the first guesses accepted, {length} tokens per pass.</source>
            <translation>Das Paar geht: {percent} % der ersten Vorschläge angenommen, {length} Token je Durchgang.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The pair works.</source>
            <translation>Das Paar geht.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The draft's file was at fault and is repaired: {percent} % of the first guesses accepted, {length} tokens per pass.</source>
            <translation>Die Datei des Entwurfsmodells war fehlerhaft und ist repariert: {percent} % der ersten Vorschläge angenommen, {length} Token je Durchgang.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The draft's file was at fault; a repaired one takes its place.</source>
            <translation>Die Datei des Entwurfsmodells war fehlerhaft; eine reparierte tritt an ihre Stelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The target accepts next to nothing of what the draft proposes ({percent} % of its first guesses): it only costs time.</source>
            <translation>Das Zielmodell nimmt fast nichts von dem an, was das Entwurfsmodell vorschlägt ({percent} % der ersten Vorschläge): es kostet nur Zeit.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Look for another draft of this target, or use the target alone.</source>
            <translation>Suche ein anderes Entwurfsmodell für dieses Zielmodell, oder nimm das Zielmodell allein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The target accepts next to nothing of what the draft proposes: it only costs time.</source>
            <translation>Das Zielmodell nimmt fast nichts von dem an, was das Entwurfsmodell vorschlägt: es kostet nur Zeit.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The target says too little, or only repeats itself, so the trial tells nothing.</source>
            <translation>Das Zielmodell sagt zu wenig oder wiederholt sich nur, daher sagt der Versuch nichts.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Chat with the pair and watch the acceptance rate.</source>
            <translation>Chatte mit dem Paar und beobachte die Annahmequote.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The first guess is read from the other place in the block.</source>
            <translation>Der erste Vorschlag wird an der anderen Stelle im Block gelesen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>It reads each of the target's layers one further up.</source>
            <translation>Es liest jede der Schichten des Zielmodells eine weiter oben.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>It reads each of the target's layers one further down.</source>
            <translation>Es liest jede der Schichten des Zielmodells eine weiter unten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>It borrows the target's token tables instead of those in its file.</source>
            <translation>Es borgt die Token-Tabellen des Zielmodells statt derer in seiner Datei.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>It has the target's output head beside its own token table now.</source>
            <translation>Es hat jetzt den Ausgabekopf des Zielmodells neben seiner eigenen Token-Tabelle.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>The engine uses no draft with {target}: it cannot take rejected guesses back.</source>
            <translation>Die Engine verwendet kein Entwurfsmodell mit {target}: es kann abgelehnte Vorschläge nicht zurücknehmen.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Use this target alone.</source>
            <translation>Nimm dieses Zielmodell allein.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>{path} needs no repair for this target.</source>
            <translation>{path} braucht für dieses Zielmodell keine Reparatur.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Use it as it is; “try” tells how well the two work together.</source>
            <translation>Nimm es, wie es ist; „try“ sagt, wie gut die beiden zusammenarbeiten.</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>Trying the pair</source>
            <translation>Das Paar wird ausprobiert</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>As it is</source>
            <translation>Wie es ist</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>With the first guess from the other place in the block</source>
            <translation>Mit dem ersten Vorschlag an der anderen Stelle im Block</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>With the target's layers one further up</source>
            <translation>Mit den Schichten des Zielmodells eine weiter oben</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>With the target's layers one further down</source>
            <translation>Mit den Schichten des Zielmodells eine weiter unten</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>With the target's token tables</source>
            <translation>Mit den Token-Tabellen des Zielmodells</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>With the target's output head</source>
            <translation>Mit dem Ausgabekopf des Zielmodells</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>the engine crashed while trying</source>
            <translation>die Engine stürzte beim Versuch ab</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>its file lacks the output head</source>
            <translation>seiner Datei fehlt der Ausgabekopf</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>this target cannot take rejected guesses back</source>
            <translation>dieses Zielmodell kann abgelehnte Vorschläge nicht zurücknehmen</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>could not be tried</source>
            <translation>konnte nicht ausprobiert werden</translation>
        </message>
        <message>
            <location filename="../../app/texts/trials.py" />
            <source>it could not be tried</source>
            <translation>es konnte nicht ausprobiert werden</translation>
        </message>
    </context>
</TS>
