# Puts the folder of this script on the PATH, or takes it off again. What is written there as %NAME% stays so.
param([switch] $Remove, [switch] $AllUsers)
$ErrorActionPreference = 'Stop'
$root, $name, $scope = [Microsoft.Win32.Registry]::CurrentUser, 'Environment', 'User'
if ($AllUsers) {
  $root, $name, $scope = [Microsoft.Win32.Registry]::LocalMachine, 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment', 'Machine'
}
$key = $root.OpenSubKey($name, $true)
$before = $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$folders = @($before -split ';' | Where-Object { $_ -ne '' -and $_ -ne $PSScriptRoot })
if (-not $Remove) { $folders += $PSScriptRoot }
$key.SetValue('Path', ($folders -join ';'), 'ExpandString')
# Setting any variable this way tells the programs that run.
[Environment]::SetEnvironmentVariable('INTRAY_PATH_CHANGED', $null, $scope)
