; The installer: for one person or, asked for, for all; no administrator is needed. Compiled by windows/packages.py,
; which gives Version, Program (the program folder) and Icon.

[Setup]
AppId={{6B0B1A52-0C1E-4E4B-9B1B-6C9B8B7A5F10}
AppName=Slipstream
AppVersion={#Version}
AppVerName=Slipstream {#Version}
AppPublisher=Slipstream
DefaultDirName={autopf}\Slipstream
DefaultGroupName=Slipstream
DisableProgramGroupPage=yes
DisableDirPage=auto
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\slipstream.exe
UninstallDisplayName=Slipstream
Compression=lzma2/max
SolidCompression=yes
ChangesAssociations=yes
CloseApplications=yes
WizardStyle=modern

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "{#Program}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; Of an older version: nothing of it may be found by the new one. The folder "backends" is the user's.
Type: filesandordirs; Name: "{app}\lib"

[Icons]
Name: "{group}\Slipstream"; Filename: "{app}\slipstream.exe"
Name: "{autodesktop}\Slipstream"; Filename: "{app}\slipstream.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.slipstream"; ValueType: string; ValueName: ""; ValueData: "Slipstream.Pair"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Slipstream.Pair"; ValueType: string; ValueName: ""; ValueData: "Pair for Slipstream"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Slipstream.Pair\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\slipstream.exe,0"
Root: HKA; Subkey: "Software\Classes\Slipstream.Pair\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\slipstream.exe"" ""%1"""
; Offered for GGUF files, whatever else opens them.
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "Slipstream.Model"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Slipstream.Model"; ValueType: string; ValueName: ""; ValueData: "Language model in GGUF"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Slipstream.Model\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\slipstream.exe,0"
Root: HKA; Subkey: "Software\Classes\Slipstream.Model\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\slipstream.exe"" ""%1"""

[Run]
Filename: "{app}\slipstream.exe"; Description: "{cm:LaunchProgram,Slipstream}"; Flags: nowait postinstall skipifsilent
