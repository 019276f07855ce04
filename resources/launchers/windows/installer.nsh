; `intray` on the PATH, for the user or for all of them, as Intray itself is installed.
!macro changePath flags
  StrCpy $R0 ""
  StrCmp $installMode "all" 0 +2
    StrCpy $R0 "-AllUsers"
  nsExec::Exec `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\bin\path.ps1" ${flags} $R0`
  Pop $R0
!macroend
!macro customInstall
  !insertmacro changePath ""
!macroend
!macro customUnInstall
  !insertmacro changePath "-Remove"
!macroend
